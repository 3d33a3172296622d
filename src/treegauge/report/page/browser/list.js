// The list of sentences: only the rows that are visible exist.
import { byId, counted, element, highestOf } from "./dom.js";

const ROW = 34; // pixels; the style sheet has the same height
const MORE = 8; // rows above and below those that are visible
const SYSTEMS = 6; // that have a number of their own in a row
const WORDS = 40; // of a sentence in a row: more are not visible

export class SentenceList {
  constructor(data, open) {
    this.data = data;
    this.open = open;
    this.chosen = [];
    this.current = -1;
    this.drawn = new Map(); // the rows that exist, by their place
    this.frame = byId("list");
    this.rows = byId("rows");
    this.frame.addEventListener("scroll", () => this.draw(), { passive: true });
    this.rows.addEventListener("click", (event) => {
      const row = event.target.closest("[data-sentence]");
      if (row) open(Number(row.dataset.sentence));
    });
    new ResizeObserver(() => this.draw()).observe(this.frame);
  }

  // What is counted: errors of a class, or what the measure counts.
  noun() {
    return this.by === "class" ? "error" : (this.data.about.noun ?? "error");
  }

  show(chosen, counts, current, by = "") {
    this.by = by;
    const isNew = chosen !== this.chosen;
    [this.chosen, this.counts, this.current] = [chosen, counts, current];
    this.most = highestOf(
      (counts ?? this.data.systems.map((_, i) => this.data.columns[`errors.${i}`])).map(highest),
      1,
    );
    this.rows.style.height = `${chosen.length * ROW}px`;
    if (isNew) this.frame.scrollTop = 0;
    this.reveal();
    this.draw(true);
    byId("found").textContent =
      chosen.length === this.data.size
        ? counted(chosen.length, "sentence")
        : `${chosen.length.toLocaleString("en")} of ${counted(this.data.size, "sentence")}`;
  }

  reveal() {
    const place = this.chosen.indexOf(this.current);
    if (place < 0) return;
    const [top, height] = [place * ROW, this.frame.clientHeight];
    if (top < this.frame.scrollTop) this.frame.scrollTop = top;
    else if (top + ROW > this.frame.scrollTop + height) this.frame.scrollTop = top + ROW - height;
  }

  step(by) {
    const place = this.chosen.indexOf(this.current);
    const next = this.chosen[Math.max(0, Math.min(this.chosen.length - 1, place + by))];
    if (next !== undefined && next !== this.current) this.open(next);
  }

  draw(all = false) {
    const first = Math.max(0, Math.floor(this.frame.scrollTop / ROW) - MORE);
    const last = Math.min(this.chosen.length, Math.ceil((this.frame.scrollTop + this.frame.clientHeight) / ROW) + MORE);
    if (!all && this.first === first && this.last === last) return;
    [this.first, this.last] = [first, last];
    if (all) {
      this.rows.replaceChildren();
      this.drawn.clear();
    }
    for (const [place, row] of this.drawn) {
      if (place >= first && place < last) continue;
      row.remove();
      this.drawn.delete(place);
    }
    for (let place = first; place < last; place += 1) {
      if (this.drawn.has(place)) continue;
      const row = this.row(this.chosen[place], place);
      this.drawn.set(place, row);
      this.rows.append(row);
    }
    if (!all) return;
    const id = this.chosen.includes(this.current) ? `row-${this.current}` : null;
    if (id) this.frame.setAttribute("aria-activedescendant", id);
    else this.frame.removeAttribute("aria-activedescendant");
  }

  row(sentence, place) {
    const row = element(
      "div",
      {
        class: "row",
        id: `row-${sentence}`,
        role: "option",
        "aria-selected": String(sentence === this.current),
        "aria-setsize": this.chosen.length,
        "aria-posinset": place + 1,
        "data-sentence": sentence,
      },
      element("span", { class: "number" }, String(this.data.columns.number[sentence])),
      ...this.cells(sentence),
      this.data.about.bits ? this.bits(sentence) : null,
      element("span", { class: "text", dir: "auto" }, this.data.text(sentence, WORDS)),
    );
    row.style.transform = `translateY(${place * ROW}px)`;
    return row;
  }

  // The errors of each system; of many systems, those of the best and of the worst.
  cells(sentence) {
    const { systems } = this.data;
    if (systems.length <= SYSTEMS) return systems.map((name, system) => this.cell(name, system, sentence));
    const all = systems.map((_, system) => this.errors(system, sentence)).filter((errors) => errors !== null);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const cell = element("span", { class: "cell bits", title: `${this.noun()}s, from the best to the worst` });
    cell.textContent = all.length ? `${low}–${high}` : "–";
    if (high > 0) cell.style.setProperty("--share", Math.sqrt(Math.min(1, high / this.most)).toFixed(2));
    return [cell];
  }

  errors(system, sentence) {
    if (this.data.errors(system, sentence) === null) return null;
    return this.counts ? this.counts[system][sentence] : this.data.errors(system, sentence);
  }

  // How hard a sentence of a treebank's card is.
  bits(sentence) {
    const bits = this.data.bits(sentence);
    return element("span", { class: "cell bits", title: "bits" }, bits === null ? "–" : bits.toFixed(1));
  }

  cell(name, system, sentence) {
    const errors = this.errors(system, sentence);
    const known = errors !== null;
    const title = known ? `${name}: ${counted(errors, this.noun())}` : `${name}: left out`;
    const cell = element("span", { class: "cell", title }, known ? String(errors) : "–");
    if (known && errors > 0) cell.style.setProperty("--share", Math.sqrt(Math.min(1, errors / this.most)).toFixed(2));
    return cell;
  }
}

function highest(column) {
  let most = 0;
  for (const number of column) if (number < 65535 && number > most) most = number;
  return most;
}
