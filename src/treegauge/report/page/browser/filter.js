// Which sentences a route asks for, and in which order.
import { UNDEFINED } from "./data.js";

export function chosenSentences(data, route) {
  const counts = partCounts(data, route);
  const keep = [counts && inPart(data, route, counts), words(data, route.word), rightAndWrong(data, route, counts)];
  const tests = keep.filter(Boolean);
  const chosen = [];
  for (let i = 0; i < data.size; i += 1) if (tests.every((test) => test(i))) chosen.push(i);
  return sorted(data, chosen, route, counts);
}

// What an address asks for that this page does not have.
export function unknownIn(data, route) {
  const facet = data.about.facets.find(({ name }) => name === route.by);
  const systems = ["in", "right", "wrong"].map((field) => route[field]);
  const unknown = systems.filter((name) => name && !data.systems.includes(name)).map((name) => `no system “${name}”`);
  if (route.by && !facet) unknown.push(`no “${route.by}” to divide errors by`);
  else if (facet && route.part && !facet.parts.includes(route.part))
    unknown.push(`no ${facet.title} “${route.part}” with errors`);
  if (route.s && !data.position.has(Number(route.s))) unknown.push(`no sentence ${route.s}`);
  return unknown.map((thing) => `This page has ${thing}.`);
}

// For each system the number of errors of a part (a label, a class ...) in each sentence; null without such a filter.
export function partCounts(data, { by, part }) {
  const facet = by && data.about.facets.find((candidate) => candidate.name === by);
  const number = facet ? facet.parts.indexOf(part) : -1;
  if (number < 0) return null;
  const column = (name) => data.columns[`${by}.${name}`];
  const [ends, sentences, counts] = ["ends", "sentence", "count"].map(column);
  return data.systems.map((_, system) => {
    const row = number * data.systems.length + system;
    const found = new Uint16Array(data.size);
    let sentence = 0;
    for (let i = ends[row]; i < ends[row + 1]; i += 1) {
      sentence = i === ends[row] ? sentences[i] : sentence + sentences[i];
      found[sentence] = counts[i];
    }
    return found;
  });
}

// The classes of a system's errors in a sentence, with their numbers.
export function classesOf(data, system, sentence) {
  const facet = data.about.facets.find(({ name }) => name === "class");
  if (!facet) return [];
  data.classes ??= facet.parts.map((part) => partCounts(data, { by: "class", part }));
  return facet.parts.map((part, i) => [part, data.classes[i][system][sentence]]).filter(([, count]) => count > 0);
}

function inPart(data, route, counts) {
  const system = data.systems.indexOf(route.in);
  if (system >= 0) return (i) => counts[system][i] > 0;
  if (route.right || route.wrong) return null; // these look at the part themselves
  return (i) => counts.some((found) => found[i] > 0);
}

function rightAndWrong(data, route, counts) {
  const [right, wrong] = [route.right, route.wrong].map((name) => data.systems.indexOf(name));
  if (right < 0 && wrong < 0) return null;
  const errors = (system, i) => (counts ? counts[system][i] : data.columns[`errors.${system}`][i]);
  const known = (system, i) => data.errors(system, i) !== null;
  return (i) =>
    (right < 0 || (known(right, i) && errors(right, i) === 0)) &&
    (wrong < 0 || (known(wrong, i) && errors(wrong, i) > 0));
}

// Words in a row, whatever their case; the last one may be incomplete, unless a space follows.
function words(data, query) {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return null;
  const complete = /\s$/.test(query);
  data.lower ??= data.about.words.map((word) => word.toLowerCase());
  const matches = wanted.map((word, place) => {
    const whole = complete || place < wanted.length - 1;
    return Uint8Array.from(data.lower, (form) => Number(whole ? form === word : form.startsWith(word)));
  });
  const form = data.columns["gold.form"];
  const { tokens } = data.ends.gold;
  return (i) => {
    for (let at = tokens[i]; at <= tokens[i + 1] - wanted.length; at += 1) {
      if (matches.every((match, place) => match[form[at + place]])) return true;
    }
    return false;
  };
}

const SORTS = {
  hard: "hardest",
  errors: "most errors",
  score: "lowest score",
  difference: "largest difference",
  long: "longest",
  short: "shortest",
  order: "order in the file",
};

export function sortsOf(data) {
  const needed = { hard: Boolean(data.about.bits), errors: data.systems.length, score: data.systems.length };
  const known = { ...needed, difference: data.systems.length > 1 };
  return Object.entries(SORTS).filter(([name]) => known[name] ?? true);
}

export function usualSort(data) {
  return sortsOf(data)[0][0];
}

function sorted(data, chosen, route, counts) {
  const chosenSystem = data.systems.indexOf(route.in || route.wrong);
  const systems = chosenSystem >= 0 ? [chosenSystem] : [...data.systems.keys()];
  const length = (i) => data.columns["gold.tokens"][i];
  const errors = (i) => sum(systems.map((system) => (counts ? counts[system][i] : (data.errors(system, i) ?? 0))));
  const scores = (i) => data.systems.map((_, system) => data.columns[`score.0.${system}`][i]);
  const keys = {
    errors: (i) => -errors(i),
    score: (i) => Math.min(...systems.map((system) => scores(i)[system])),
    difference: (i) => -spread(counts ? counts.map((found) => found[i]) : scores(i)),
    hard: (i) => -(data.bits(i) ?? -1),
    long: (i) => -length(i),
    short: length,
    order: (i) => i,
  };
  const key = keys[route.sort] ?? keys[usualSort(data)];
  const value = new Map(chosen.map((i) => [i, key(i)]));
  return chosen.sort((a, b) => value.get(a) - value.get(b) || a - b);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function spread(numbers) {
  const known = numbers.filter((number) => number !== UNDEFINED);
  return known.length > 1 ? Math.max(...known) - Math.min(...known) : -1;
}
