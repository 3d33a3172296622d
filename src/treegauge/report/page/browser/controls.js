// The filters above the list: each is a part of the address.
import { byId, element } from "./dom.js";
import { sortsOf, usualSort } from "./filter.js";
import { go } from "./route.js";

export function prepareControls(data) {
  const systems = [["", "any system"], ...data.systems.map((name) => [name, name])];
  const none = [["", "–"], ...data.systems.map((name) => [name, name])];
  fill(byId("sort"), sortsOf(data));
  fill(byId("by"), [["", "anything"], ...data.about.facets.map((facet) => [facet.name, facet.title])]);
  fill(byId("in"), systems);
  fill(byId("right"), none);
  fill(byId("wrong"), none);
  byId("pairs").hidden = data.systems.length < 2;
  byId("in").parentElement.hidden = !data.systems.length;
  byId("by").parentElement.hidden = !data.about.facets.length;
  for (const name of ["sort", "part", "in", "right", "wrong"]) {
    byId(name).addEventListener("change", (event) => go({ [name]: event.target.value, s: "" }));
  }
  byId("by").addEventListener("change", (event) => {
    const facet = data.about.facets.find((candidate) => candidate.name === event.target.value);
    go({ by: event.target.value, part: facet ? facet.parts[0] : "", s: "" });
  });
  byId("word").addEventListener("input", (event) => go({ word: event.target.value, s: "" }, { replace: true }));
  byId("clear").addEventListener("click", clearFilters);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
}

export function clearFilters() {
  go({ word: "", by: "", part: "", in: "", right: "", wrong: "", s: "" });
}

export function showControls(data, route) {
  const facet = data.about.facets.find((candidate) => candidate.name === route.by);
  byId("part").hidden = !facet;
  const parts = facet ? facet.parts : [];
  if (byId("part").dataset.of !== route.by) {
    byId("part").dataset.of = route.by;
    fill(
      byId("part"),
      parts.map((part) => [part, facet.titles[part] ?? part]),
    );
  }
  for (const name of ["sort", "by", "part", "in", "right", "wrong"]) {
    byId(name).value = route[name] || (name === "sort" ? usualSort(data) : "");
  }
  if (byId("word").value !== route.word) byId("word").value = route.word; // the cursor of someone who types is kept
  byId("clear").hidden = !["word", "by", "in", "right", "wrong"].some((name) => route[name]);
}

function fill(select, pairs) {
  select.replaceChildren(...pairs.map(([value, text]) => element("option", { value }, text)));
}
