// A dependency tree: arcs above the words, from the head to the dependent, higher where others are below.
import { HEAD_OUTSIDE, IS_ROOT } from "./data.js";
import { highestOf, shape } from "./dom.js";
import { absentLeaf, leaf } from "./phrases.js";

const ARC_STEP = 24;
const ROUND = 8;

export function drawArcs(tree, places) {
  const arcs = arcsOf(tree);
  const top = highestOf(
    arcs.map((arc) => arc.level),
    1,
  );
  const height = (top + 1) * ARC_STEP + 34;
  const base = height - 22;
  const ground = base - 17;
  const ends = endPlaces(arcs, places);
  const drawn = arcs.map((arc) => drawArc(tree, arc, ends, ground));
  const isHeadless = (head) => head === IS_ROOT || head === HEAD_OUTSIDE;
  const roots = tree.heads.map((head, i) =>
    isHeadless(head) ? drawRoot(tree, i, places.centre[i], ground, top) : null,
  );
  const leaves = tree.words.map((_, i) => leaf(tree, i, places, base));
  return {
    height,
    shapes: [
      ...drawn.flatMap((parts) => parts[0]),
      ...roots.filter(Boolean),
      ...leaves,
      ...places.absent.map((word) => absentLeaf(word, base)),
      ...drawn.map((parts) => parts[1]),
    ],
  };
}

function arcsOf(tree) {
  const arcs = tree.heads
    .map((head, i) => ({ head, i, low: Math.min(head, i), high: Math.max(head, i) }))
    .filter((arc) => arc.head >= 0 && arc.head !== arc.i);
  arcs.sort((a, b) => a.high - a.low - (b.high - b.low));
  const reached = new Array(tree.size).fill(0);
  for (const arc of arcs) {
    let below = 0;
    for (let gap = arc.low; gap < arc.high; gap += 1) below = Math.max(below, reached[gap]);
    arc.level = below + 1;
    reached.fill(arc.level, arc.low, arc.high);
  }
  return arcs;
}

// Arcs of one word leave it next to each other, the longest nearest to its centre.
function endPlaces(arcs, { centre, onward }) {
  const sides = new Map();
  for (const arc of arcs) {
    for (const [word, side] of [
      [arc.low, 1],
      [arc.high, -1],
    ]) {
      const key = `${word} ${side}`;
      if (!sides.has(key)) sides.set(key, []);
      sides.get(key).push(arc);
    }
  }
  const ends = new Map();
  for (const [key, joined] of sides) {
    const [word, side] = key.split(" ").map(Number);
    joined.sort((a, b) => b.level - a.level);
    for (const [k, arc] of joined.entries()) ends.set(`${arc.i} ${word}`, centre[word] + onward * side * (4 + 4 * k));
  }
  return ends;
}

function drawArc(tree, arc, ends, ground) {
  const [from, to] = [ends.get(`${arc.i} ${arc.head}`), ends.get(`${arc.i} ${arc.i}`)];
  const y = ground - arc.level * ARC_STEP;
  const turn = Math.min(ROUND, Math.abs(to - from) / 2) * Math.sign(to - from);
  const round = Math.abs(turn);
  const path = `M${from} ${ground}V${y + round}Q${from} ${y} ${from + turn} ${y}H${to - turn}Q${to} ${y} ${to} ${y + round}V${ground - 2}`;
  const kind = arcKind(tree, arc.i);
  const attributes = { "data-words": `${tree.keys[arc.i]} ${tree.keys[arc.head]}` };
  const line = shape(
    "g",
    { class: `arc ${kind.arc}`, ...attributes },
    shape("path", { class: "halo", d: path }),
    shape("path", { d: path }),
    shape("path", { class: "tip", d: `M${to} ${ground}l-3.2 -6.5h6.4z` }),
  );
  return [line, relation(tree, arc.i, (from + to) / 2, y + 3.5, kind, attributes)];
}

function drawRoot(tree, i, x, ground, top) {
  const y = ground - Math.min(top, 2) * ARC_STEP - 2;
  const kind = arcKind(tree, i);
  const outside = tree.heads[i] === HEAD_OUTSIDE ? " outside" : "";
  return shape(
    "g",
    { class: `arc ${kind.arc}${outside}`, "data-words": tree.keys[i] },
    shape("path", { d: `M${x} ${y}V${ground - 2}` }),
    shape("path", { class: "tip", d: `M${x} ${ground}l-3.2 -6.5h6.4z` }),
    relation(tree, i, x, y - 4, kind, {}),
  );
}

function relation(tree, i, x, y, kind, attributes) {
  return shape(
    "g",
    { class: `relation ${kind.relation}`, ...attributes },
    shape(
      "text",
      { x, y, "text-anchor": "middle" },
      tree.heads[i] === HEAD_OUTSIDE ? `${tree.relations[i]} …` : tree.relations[i],
      kind.by ? shape("tspan", { class: "by", dy: -4 }, kind.by) : null,
    ),
    shape("title", {}, arcTitle(tree, i, kind)),
  );
}

function arcKind(tree, i) {
  const place = tree.toGold[i];
  if (tree.counted && !tree.counted[place]) return { arc: "", relation: "" };
  const gold = tree.gold;
  if (gold) {
    const head = place >= 0 && gold.heads[place] === headInGold(tree, i);
    const label = place >= 0 && gold.compared[place] === tree.compared[i];
    return { arc: head ? "right" : "wrong", relation: label ? (head ? "right" : "wrong") : "mislabelled" };
  }
  return goldKind(tree, i);
}

// The head of a word as a place in gold: -1 is the root.
function headInGold(tree, i) {
  const head = tree.heads[i];
  if (head < 0) return head;
  return tree.toGold[head] < 0 ? null : tree.toGold[head];
}

// An arc of gold: which systems do not have it.
function goldKind(tree, i) {
  if (!tree.others?.length) return { arc: "right", relation: "right" };
  const hasHead = (other) => other.fromGold[i] >= 0 && headInGold(other, other.fromGold[i]) === tree.heads[i];
  const differs = (other) => !hasHead(other) || other.compared[other.fromGold[i]] !== tree.compared[i];
  const missing = tree.others.filter(differs);
  const all = missing.length === tree.others.length;
  const by = missing.length && !all ? missing.map((other) => other.number).join(",") : "";
  const headless = !tree.others.some(hasHead);
  return { arc: headless ? "missed" : "right", relation: all ? "missed" : "right", by };
}

function arcTitle(tree, i, kind) {
  const nameOf = (words, head) =>
    words[head] ?? (head === IS_ROOT ? "root" : head === HEAD_OUTSIDE ? "a word of another sentence" : "no head");
  const own = `${tree.words[i]} ← ${nameOf(tree.words, tree.heads[i])} (${tree.relations[i]})`;
  const place = tree.toGold[i];
  const isWrong = tree.gold && (kind.arc === "wrong" || kind.relation === "mislabelled");
  if (!isWrong) return own;
  if (place < 0) return `${own}\nnot a word of gold`;
  const { words, heads, relations } = tree.gold;
  return `${own}\nin gold: ← ${nameOf(words, heads[place])} (${relations[place]})`;
}
