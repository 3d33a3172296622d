// Where the words of a sentence are: the same places in all trees, wide enough for each of them.

const context = document.createElement("canvas").getContext("2d");
const widths = new Map();
export const FAMILY = getComputedStyle(document.documentElement).getPropertyValue("--font") || "sans-serif";
export const [WORD, TAG, LABEL, RELATION] = ["14px", "10.5px", "600 12px", "11px"];

export function textWidth(text, font) {
  const key = `${font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    context.font = `${font} ${FAMILY}`;
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

// The centre of each column of words, the width of all, and 1 if the next word is to the right, -1 if it is to the
// left; `slots` of a tree are the columns of its words.
export function wordPlaces(trees, size) {
  const wide = new Array(size).fill(0);
  for (const tree of trees) {
    tree.slots.forEach((slot, i) => {
      wide[slot] = Math.max(wide[slot], textWidth(tree.words[i], WORD), textWidth(tree.tags[i], TAG));
    });
    widenForChains(tree, wide);
  }
  const centre = [];
  let right = 14;
  for (let i = 0; i < size; i += 1) {
    centre.push(right + wide[i] / 2);
    right += wide[i] + 14;
  }
  for (const tree of trees) if (tree.heads) right += spreadForRelations(tree, centre);
  const width = Math.ceil(right + 6);
  return isFromRight(trees[0].words)
    ? { centre: centre.map((x) => width - x), width, onward: -1 }
    : { centre, width, onward: 1 };
}

const SCRIPTS = ["Hebr", "Arab", "Syrc", "Thaa", "Nkoo", "Samr", "Mand", "Adlm", "Rohg", "Avst", "Phnx", "Armi"];
const FROM_RIGHT = new RegExp(SCRIPTS.map((name) => `\\p{Script=${name}}`).join("|"), "u");
const LETTER = /\p{L}/gu;

// Whether most letters of a sentence are written from right to left.
function isFromRight(words) {
  const letters = words.join("").match(LETTER) ?? [];
  return 2 * letters.filter((letter) => FROM_RIGHT.test(letter)).length > letters.length;
}

// The direction of a word: that of its first letter, or of the sentence where it has none.
export function wordDirection(word, onward) {
  const [letter] = word.match(LETTER) ?? [];
  if (!letter) return onward < 0 ? "rtl" : "ltr";
  return FROM_RIGHT.test(letter) ? "rtl" : "ltr";
}

// Phrases above one word are above each other, and need the width of their labels.
function widenForChains(tree, wide) {
  if (!tree.labels) return;
  const spans = yields(tree);
  spans.forEach((span, node) => {
    const need = textWidth(tree.labels[node], LABEL) + 12;
    const have = span.reduce((total, i) => total + wide[tree.slots[i]] + 14, -14);
    if (need > have) for (const i of span) wide[tree.slots[i]] += (need - have) / span.length;
  });
}

function spreadForRelations(tree, centre) {
  let added = 0;
  const arcs = tree.heads
    .map((head, i) => [Math.min(head, i), Math.max(head, i), i])
    .filter(([low, high]) => low >= 0 && low < high)
    .map(([low, high, i]) => [tree.slots[low], tree.slots[high], i]);
  arcs.sort((a, b) => a[1] - a[0] - (b[1] - b[0]));
  for (const [low, high, i] of arcs) {
    const lacking = textWidth(tree.relations[i], RELATION) + 22 - (centre[high] - centre[low]);
    if (lacking > 0) {
      for (let place = high; place < centre.length; place += 1) centre[place] += lacking;
      added += lacking;
    }
  }
  return added;
}

// The words that each phrase dominates.
export function yields(tree) {
  const spans = tree.labels.map(() => []);
  tree.above.forEach((node, i) => {
    for (let up = node; up >= 0; up = tree.parents[up]) spans[up].push(i);
  });
  return spans;
}
