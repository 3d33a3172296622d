// The words of all trees in columns: a word is in the column of the gold word that it is paired with, an extra word in
// one of its own after the gold word that it follows. data.js has read which words are paired.

export function arrangeWords(gold, trees) {
  const room = new Array(gold.size + 1).fill(0);
  const extras = trees.map((tree) => extraWords(tree, room));
  const columns = [];
  let next = room[0];
  for (let place = 0; place < gold.size; place += 1) {
    columns.push(next);
    next += 1 + room[place + 1];
  }
  trees.forEach((tree, number) => {
    tree.slots = tree.toGold.map((place, i) => {
      if (place >= 0) return columns[place];
      const [after, count] = extras[number].get(i);
      return (after < 0 ? 0 : columns[after] + 1) + count;
    });
  });
  gold.slots = columns;
  return next;
}

// For each word without a partner: the gold word after which it is (-1: none), and how many there are before it.
function extraWords(tree, room) {
  const words = new Map();
  let [last, count] = [-1, 0];
  tree.toGold.forEach((place, i) => {
    if (place >= 0) {
      if (place > last) [last, count] = [place, 0];
      return;
    }
    words.set(i, [last, count]);
    count += 1;
    room[last + 1] = Math.max(room[last + 1], count);
  });
  return words;
}

// What a tree knows of gold: the word of its own for each gold word, or -1, and a name for each word in all trees.
export function relateWords(gold, tree) {
  tree.fromGold = new Array(gold.size).fill(-1);
  tree.toGold.forEach((place, i) => {
    if (place >= 0) tree.fromGold[place] = i;
  });
  tree.keys = tree.toGold.map((place, i) => (place < 0 ? `${tree.side}:${i}` : String(place)));
  tree.isAligned = tree.same || tree.toGold.some((place) => place >= 0);
}
