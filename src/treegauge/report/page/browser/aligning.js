// Which word of gold each word of a tree is: the same place, or, for a parser with words of its own, the longest
// common subsequence of the two sentences.

export function alignWords(gold, tree) {
  tree.toGold = tree.same ? tree.words.map((_, i) => i) : commonWords(tree.words, gold.words);
  tree.keys = tree.toGold.map((place, i) => (place < 0 ? `${tree.side}:${i}` : String(place)));
}

const MOST = 4e6; // cells of a table: longer sentences are not aligned

function commonWords(words, others) {
  if (words.length * others.length > MOST) return new Array(words.length).fill(-1);
  const rows = words.length + 1;
  const columns = others.length + 1;
  const longest = new Uint16Array(rows * columns);
  for (let i = words.length - 1; i >= 0; i -= 1) {
    for (let j = others.length - 1; j >= 0; j -= 1) {
      const at = i * columns + j;
      longest[at] =
        words[i] === others[j] ? longest[at + columns + 1] + 1 : Math.max(longest[at + columns], longest[at + 1]);
    }
  }
  const found = new Array(words.length).fill(-1);
  for (let i = 0, j = 0; i < words.length && j < others.length; ) {
    const at = i * columns + j;
    if (words[i] === others[j]) {
      found[i] = j;
      i += 1;
      j += 1;
    } else if (longest[at + columns] >= longest[at + 1]) i += 1;
    else j += 1;
  }
  return found;
}
