// The packed columns of a page: see packing.py and tree_columns.py for how they are written.
import { byId } from "./dom.js";

const ARRAYS = { u1: Uint8Array, i1: Int8Array, u2: Uint16Array, i2: Int16Array, i4: Int32Array };
const [ROOT, NOT_GIVEN, OUTSIDE, ITSELF] = [0, -(2 ** 31), -(2 ** 31) + 1, 2 ** 31 - 1];
export const [IS_ROOT, NO_HEAD, HEAD_OUTSIDE] = [-1, -2, -3]; // of a head
export const SAME_WORDS = 1;
export const UNDEFINED = 65535; // a score that is 0/0, or of a sentence that was left out

export async function openData() {
  const letters = atob(byId("data").textContent.trim());
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i += 1) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer();
  const length = new DataView(buffer).getUint32(0, true);
  const about = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const columns = {};
  for (const [name, [kind, at, count]] of Object.entries(about.columns)) {
    const start = 4 + length + at;
    const kindOfArray = ARRAYS[kind];
    const end = start + count * kindOfArray.BYTES_PER_ELEMENT;
    columns[name] = new kindOfArray(buffer.slice(start, end)); // a copy begins where numbers of this size may
  }
  return new Data(about, columns);
}

class Data {
  constructor(about, columns) {
    this.about = about;
    this.columns = columns;
    this.systems = about.systems;
    this.size = columns.number.length;
    this.ends = {};
    for (const side of ["gold", ...this.systems.keys()].map(String)) this.#findEnds(side);
    this.position = new Map(Array.from(columns.number, (number, position) => [number, position]));
  }

  #findEnds(side) {
    const tokens = running(this.columns[`${side}.tokens`]);
    const state = this.columns[`${side}.state`];
    const own = this.columns[`${side}.tokens`].map((count, i) => (state[i] === SAME_WORDS ? 0 : count));
    const nodes = this.columns[`${side}.nodes`];
    this.ends[side] = { tokens, own: running(own), nodes: nodes ? running(nodes) : null };
  }

  // The tree of one side in a sentence: plain arrays, all indices within the sentence.
  tree(side, sentence) {
    const { tokens, own, nodes } = this.ends[side];
    const { words, names } = this.about;
    const [begin, end] = [tokens[sentence], tokens[sentence + 1]];
    const column = (name) => this.columns[`${side}.${name}`];
    const same = column("state")[sentence] === SAME_WORDS;
    const gold = same && side !== "gold" ? this.tree("gold", sentence) : null;
    const codes = (name) =>
      Array.from(column(name).subarray(begin, end), (code, i) => code + (gold ? gold[name][i] : 0));
    const tree = { side, same: same || side === "gold", size: end - begin, tag: codes("tag") };
    const forms = column("form").subarray(own[sentence], own[sentence + 1]);
    tree.words = gold ? gold.words : Array.from(forms, (code) => words[code]);
    tree.toGold = tree.same ? tree.words.map((_, i) => i) : goldPlaces(column("paired"), own[sentence], tree.size);
    tree.tags = tree.tag.map((code) => names[code]);
    const counted = this.columns["gold.counted"];
    if (side === "gold" && counted) tree.counted = Array.from(counted.subarray(begin, end));
    if (column("head")) this.#addArcs(tree, column("head").subarray(begin, end), codes("relation"));
    if (nodes) this.#addNodes(tree, column, begin, nodes[sentence], nodes[sentence + 1]);
    return tree;
  }

  #addArcs(tree, distances, relation) {
    tree.relation = relation;
    tree.relations = relation.map((code) => this.about.names[code]);
    tree.compared = tree.relations.map((name) => this.comparedRelation(name));
    tree.heads = Array.from(distances, (distance, i) => {
      if (distance === ROOT) return IS_ROOT;
      if (distance === NOT_GIVEN) return NO_HEAD;
      if (distance === OUTSIDE) return HEAD_OUTSIDE;
      return distance === ITSELF ? i : i + distance;
    });
  }

  // What the measure compares of a relation: for ud, det:def is det.
  comparedRelation(name) {
    const { subtypes = true, case: capitals = true } = this.about.relations ?? {};
    const whole = subtypes ? name : name.split(":", 1)[0];
    return capitals ? whole : whole.toLowerCase();
  }

  #addNodes(tree, column, firstToken, begin, end) {
    let above = 0;
    const steps = column("above").subarray(firstToken, firstToken + tree.size);
    tree.above = Array.from(steps, (step) => {
      above += step;
      return above - 1;
    });
    tree.labels = Array.from(column("label").subarray(begin, end), (code) => this.about.names[code]);
    tree.parents = Array.from(column("parent").subarray(begin, end), (back, i) => (back ? i - back : -1));
    const marks = column("marks");
    tree.marks = marks ? Array.from(marks.subarray(begin, end)) : null;
    if (tree.side === "gold") {
      tree.missed = this.systems.map((_, i) => {
        const column = this.columns[`gold.marks.${i}`];
        return column ? Array.from(column.subarray(begin, end)) : null;
      });
    }
  }

  // Errors of a system in a sentence, or null where it was left out.
  errors(system, sentence) {
    const count = this.columns[`errors.${system}`][sentence];
    return count === UNDEFINED ? null : count;
  }

  // How hard a sentence is, or null where it was not measured.
  bits(sentence) {
    const value = this.columns.bits[sentence];
    return value === UNDEFINED ? null : value / 100;
  }

  // A score of a system in a sentence, or null where it is not defined.
  score(number, system, sentence) {
    const value = this.columns[`score.${number}.${system}`][sentence];
    return value === UNDEFINED ? null : value / 100;
  }

  // The first words of a sentence.
  text(sentence, most) {
    const { tokens } = this.ends.gold;
    const end = Math.min(tokens[sentence + 1], tokens[sentence] + most);
    const codes = this.columns["gold.form"].subarray(tokens[sentence], end);
    return Array.from(codes, (code) => this.about.words[code]).join(" ");
  }

  place(sentence) {
    const source = this.about.sources[this.columns.source[sentence]];
    const line = this.columns.line[sentence];
    return source && line ? `${source}:${line}` : source;
  }
}

// The gold word of each word, or -1: see `_steps` in tree_columns.py.
function goldPlaces(steps, begin, size) {
  let last = -1;
  return Array.from(steps.subarray(begin, begin + size), (step) => {
    last += step;
    return step ? last : -1;
  });
}

function running(counts) {
  const sums = new Int32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i += 1) sums[i + 1] = sums[i] + counts[i];
  return sums;
}
