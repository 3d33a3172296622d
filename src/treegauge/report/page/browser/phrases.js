// A phrase structure tree: words in one line, phrases above them, branches with right angles, which may cross.
import { highestOf, shape } from "./dom.js";
import { LABEL, textWidth, wordDirection, yields } from "./slots.js";

const LEVEL = 28; // pixels from one level to the next
const KINDS = ["", "right", "wrong", "mislabelled"];

export function drawPhrases(tree, places) {
  const layout = phraseLayout(tree, places.centre);
  const height = (layout.top + 1) * LEVEL + 40;
  const base = height - 22;
  const y = (level) => base - 20 - level * LEVEL;
  const spans = yields(tree);
  const named = [...tree.labels.keys()].filter((node) => !isNameless(tree, node));
  const branches = named.map((node) => branch(tree, layout, node, y, base));
  const labels = named.map((node) => phraseLabel(tree, layout, node, y, spans[node]));
  const leaves = tree.words.map((_, i) => leaf(tree, i, places, base));
  const absent = places.absent.map((word) => absentLeaf(word, base));
  return { height, shapes: [...branches.filter(Boolean), ...leaves, ...absent, ...labels] };
}

// A root without a name, as in the Penn Treebank, is not drawn.
function isNameless(tree, node) {
  return tree.labels[node] === "" && tree.parents[node] < 0;
}

function phraseLayout(tree, centre) {
  const children = tree.labels.map(() => []);
  const words = tree.labels.map(() => []);
  tree.parents.forEach((parent, node) => {
    if (parent >= 0) children[parent].push(node);
  });
  tree.above.forEach((node, i) => {
    if (node >= 0) words[node].push(i);
  });
  const [x, level, taken] = [[], [], []];
  for (let node = tree.labels.length - 1; node >= 0; node -= 1) {
    const below = [...children[node].map((child) => x[child]), ...words[node].map((i) => centre[i])];
    const [low, high] = [
      -highestOf(
        below.map((place) => -place),
        -Infinity,
      ),
      highestOf(below),
    ];
    x[node] = (low + high) / 2;
    if (isNameless(tree, node)) {
      level[node] = 0;
      continue;
    }
    const half = textWidth(tree.labels[node], LABEL) / 2 + 6;
    const extent = [Math.min(low, x[node] - half), Math.max(high, x[node] + half)];
    level[node] = 1 + highestOf(children[node].map((child) => level[child]));
    while (taken[level[node]]?.some(([left, right]) => left < extent[1] && extent[0] < right)) level[node] += 1;
    taken[level[node]] ??= [];
    taken[level[node]].push(extent);
  }
  return { children, words, centre, x, level, top: highestOf(level) };
}

function kindOf(tree, node) {
  if (tree.marks) return KINDS[tree.marks[node]];
  if (!tree.missed) return "right";
  const known = tree.missed.filter(Boolean);
  return known.length && known.every((marks) => marks[node] === 2 || marks[node] === 3) ? "missed" : "right";
}

function branch(tree, layout, node, y, base) {
  const ends = [
    ...layout.children[node].map((child) => [layout.x[child], y(layout.level[child]) - 10]),
    ...layout.words[node].map((i) => [layout.centre[i], base - 15]),
  ];
  if (!ends.length) return null;
  const bar = y(layout.level[node]) + 15;
  const xs = ends.map(([x]) => x);
  const path = ends.map(([x, end]) => `M${x.toFixed(1)} ${bar}V${end.toFixed(1)}`).join("");
  const across = `M${layout.x[node].toFixed(1)} ${bar - 6}V${bar}M${(
    -highestOf(
      xs.map((x) => -x),
      -Infinity,
    )
  ).toFixed(1)} ${bar}H${highestOf(xs).toFixed(1)}`;
  return shape(
    "g",
    { class: `branch ${kindOf(tree, node)}` },
    shape("path", { class: "halo", d: across + path }),
    shape("path", { d: across + path }),
  );
}

function phraseLabel(tree, layout, node, y, span) {
  const kind = kindOf(tree, node);
  const [x, at] = [layout.x[node], y(layout.level[node])];
  const wide = textWidth(tree.labels[node], LABEL) + 10;
  const missing = tree.missed ? missedBy(tree, node) : "";
  return shape(
    "g",
    { class: `phrase ${kind}`, "data-words": span.map((i) => tree.keys[i]).join(" ") },
    shape("rect", { x: x - wide / 2, y: at - 9, width: wide, height: 18, rx: 3 }),
    shape("text", { x, y: at + 4, "text-anchor": "middle" }, tree.labels[node]),
    missing ? shape("text", { class: "by", x: x + wide / 2 + 2, y: at - 2 }, missing) : null,
    shape("title", {}, titleOf(tree, kind, node, span)),
  );
}

// The numbers of the systems that do not have a gold phrase, where others have it.
function missedBy(tree, node) {
  const missing = tree.missed.map((marks, system) => (marks && marks[node] > 1 ? system + 1 : 0)).filter(Boolean);
  return missing.length && missing.length < tree.missed.filter(Boolean).length ? missing.join(",") : "";
}

const MEANING = {
  wrong: "not in gold",
  mislabelled: "in gold with another label",
  missed: "not in any parse",
  "": "does not count",
  right: "",
};

function titleOf(tree, kind, node, span) {
  const words = span.map((i) => tree.words[i]).join(" ");
  return [`${tree.labels[node]}: ${words}`, MEANING[kind]].filter(Boolean).join("\n");
}

export function leaf(tree, i, places, base) {
  const x = places.centre[i];
  const direction = wordDirection(tree.words[i], places.onward);
  const isExtra = tree.toGold[i] < 0;
  const wrongTag = !isExtra && tree.goldTags && tree.goldTags[i] !== tree.tags[i];
  return shape(
    "g",
    { class: `leaf${wrongTag ? " othertag" : ""}${isExtra ? " extra" : ""}`, "data-words": tree.keys[i] },
    shape("text", { class: "tag", x, y: base - 4, "text-anchor": "middle" }, tree.tags[i]),
    shape("text", { class: "form", x, y: base + 14, "text-anchor": "middle", direction }, tree.words[i]),
    wrongTag ? shape("title", {}, `${tree.tags[i]}; ${tree.goldTags[i]} in gold`) : null,
    isExtra ? shape("title", {}, "not a word of gold") : null,
  );
}

// A word of gold that a parser does not have.
export function absentLeaf({ place, word, x }, base) {
  return shape(
    "g",
    { class: "leaf absent", "data-words": String(place) },
    shape("text", { class: "form", x, y: base + 14, "text-anchor": "middle" }, word),
    shape("title", {}, "a word of gold, which the parser does not have"),
  );
}
