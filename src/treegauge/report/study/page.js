// Tables of a study can be put in order by a click on the head of a column, and long ones can be filtered.
{
  const numberOf = (text) => {
    const found = text.replaceAll(",", "").match(/^[-+]?\d+(\.\d+)?/);
    return found ? Number(found[0]) : Number.NaN;
  };

  const compared = (one, other) => {
    const [first, second] = [numberOf(one), numberOf(other)];
    if (Number.isNaN(first) && Number.isNaN(second)) return one.localeCompare(other);
    if (Number.isNaN(first)) return 1; // what is undefined comes last
    return Number.isNaN(second) ? -1 : first - second;
  };

  const order = (table, head, column) => {
    const down = head.getAttribute("aria-sort") === "descending";
    const sign = down ? 1 : -1;
    const cell = (row) => row.cells[column].textContent;
    const rows = [...table.tBodies[0].rows];
    rows.sort((one, other) => {
      const missing = [one, other].map((row) => cell(row) === "-");
      if (missing[0] !== missing[1]) return missing[0] ? 1 : -1;
      return sign * compared(cell(one), cell(other));
    });
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "ascending" : "descending");
    table.tBodies[0].append(...rows);
  };

  const sortable = (table) => {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => order(table, head, column));
      head.append(button);
    });
  };

  const filterable = (table) => {
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = "rows that contain …";
    input.setAttribute("aria-label", "Show rows that contain");
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    table.before(input);
  };

  for (const table of document.querySelectorAll("table")) {
    sortable(table);
    if (table.tBodies[0].rows.length > 12) filterable(table);
  }
}
