// The page: one view at a time, chosen by the address.
import { clearFilters, prepareControls, showControls } from "./controls.js";
import { openData } from "./data.js";
import { byId } from "./dom.js";
import { chosenSentences, partCounts, unknownIn } from "./filter.js";
import { SentenceList } from "./list.js";
import { SentencePane } from "./pane.js";
import { currentRoute, FIELDS, go } from "./route.js";

const sections = [...document.querySelectorAll("main > section")];
const state = { data: null, list: null, pane: null, key: "", chosen: [] };

// Where the reader was in each view, for the way back to it.
const places = {};

function notePlace() {
  places[document.documentElement.dataset.view] = window.scrollY;
}

function showView() {
  const { view } = currentRoute();
  const wanted = sections.find((section) => section.id === view) ?? sections[0];
  for (const section of sections) section.hidden = section !== wanted;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${wanted.id}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.documentElement.dataset.view = wanted.id;
  if (wanted.id === "sentences" && state.data) showSentences();
  else window.scrollTo(0, places[wanted.id] ?? 0);
}

function showSentences() {
  const { data, list, pane } = state;
  const route = currentRoute();
  const key = FIELDS.filter((field) => field !== "s")
    .map((field) => route[field])
    .join("\n");
  if (key !== state.key) {
    [state.key, state.chosen] = [key, chosenSentences(data, route)];
    state.counts = partCounts(data, route);
  }
  showControls(data, route);
  const asked = data.position.get(Number(route.s));
  const current = asked ?? state.chosen[0] ?? null;
  showUnknown(unknownIn(data, route));
  list.show(state.chosen, state.counts, current, route.by);
  if (pane.sentence !== current || current === null) pane.show(current);
}

function showUnknown(messages) {
  byId("unknown").textContent = messages.join(" ");
  byId("unknown").hidden = !messages.length;
}

function openSentence(sentence) {
  go({ view: "sentences", s: String(state.data.columns.number[sentence]) });
}

const KEYS = {
  j: () => state.list.step(1),
  k: () => state.list.step(-1),
  ArrowDown: () => state.list.step(1),
  ArrowUp: () => state.list.step(-1),
  PageDown: () => state.list.step(10),
  PageUp: () => state.list.step(-10),
  ArrowRight: () => state.pane.move(1),
  ArrowLeft: () => state.pane.move(-1),
  "/": () => byId("word").focus(),
  Escape: clearFilters,
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  if (event.target.matches("input, select, textarea")) {
    if (event.key === "Escape" || event.key === "Enter") event.target.blur();
    return;
  }
  if (event.key === "?") {
    byId("keys").showModal();
  } else if (/^[1-9]$/.test(event.key) && sections[Number(event.key) - 1]) {
    go({ ...Object.fromEntries(FIELDS.map((field) => [field, ""])), view: sections[Number(event.key) - 1].id });
  } else if (document.documentElement.dataset.view === "sentences" && state.data && KEYS[event.key]) {
    event.preventDefault();
    KEYS[event.key]();
  }
}

function switchTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : window.matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
}

function switchColumns(event) {
  const sideBySide = byId("trees").classList.toggle("columns");
  event.target.setAttribute("aria-pressed", String(sideBySide));
}

async function start() {
  window.history.scrollRestoration = "manual"; // a hidden view has no place to go back to
  window.addEventListener("hashchange", showView);
  document.addEventListener("keydown", pressed);
  byId("theme").addEventListener("click", switchTheme);
  byId("help").addEventListener("click", () => byId("keys").showModal());
  showView();
  if (byId("sentences")) {
    state.data = await openData();
    state.list = new SentenceList(state.data, openSentence);
    state.pane = new SentencePane(state.data);
    prepareControls(state.data);
    byId("columns")?.addEventListener("click", switchColumns);
    showView();
  }
  window.addEventListener("scroll", notePlace, { passive: true }); // not where the browser looked for #where at first
  document.documentElement.dataset.ready = "yes";
}

start();
