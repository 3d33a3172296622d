// One sentence: gold and all systems, words at the same places.
import { arrangeWords, relateWords } from "./aligning.js";
import { drawArcs } from "./arcs.js";
import { byId, counted, element, shape } from "./dom.js";
import { classesOf } from "./filter.js";
import { drawPhrases } from "./phrases.js";
import { addressOf } from "./route.js";
import { wordPlaces } from "./slots.js";

export class SentencePane {
  constructor(data) {
    this.data = data;
    this.pane = byId("trees");
    this.word = -1;
    const point = (event) => this.point(event.target.closest?.("[data-words]")?.dataset.words ?? "");
    this.pane.addEventListener("pointerover", point);
    this.pane.addEventListener("pointerleave", () => this.point(""));
    this.pane.addEventListener("scroll", (event) => this.scrolled(event.target), { capture: true, passive: true });
  }

  show(sentence) {
    this.sentence = sentence;
    this.word = -1;
    if (sentence === null || sentence === undefined) {
      this.pane.replaceChildren(element("p", { class: "empty" }, "No sentence fits these filters."));
      byId("about").replaceChildren();
      return;
    }
    this.about();
    const gold = this.data.tree("gold", sentence);
    const systems = this.data.systems.map((_, system) => this.data.tree(String(system), sentence));
    this.relate(gold, systems);
    const alike = systems.filter((tree) => tree.isAligned && tree.size);
    const columns = arrangeWords(gold, alike);
    const places = gold.size || alike.length ? wordPlaces([gold, ...alike], columns) : null;
    this.onward = places?.onward ?? 1;
    this.pane.replaceChildren(
      this.figure("gold", gold, places, null),
      ...systems.map((tree, system) =>
        this.figure(this.data.systems[system], tree, tree.isAligned ? places : null, system),
      ),
    );
  }

  // Systems are compared with gold word by word.
  relate(gold, systems) {
    relateWords(gold, gold);
    systems.forEach((tree, system) => {
      tree.number = system + 1;
      relateWords(gold, tree);
      tree.counted = gold.counted;
      tree.goldTags = tree.toGold.map((place) => gold.tags[place]);
      if (tree.heads && gold.heads) tree.gold = gold;
    });
    const isCompared = (tree, system) =>
      this.data.about.document ? this.data.errors(system, this.sentence) !== null : tree.same && tree.size;
    gold.others = systems.filter((tree, system) => isCompared(tree, system) && tree.heads && gold.heads);
  }

  about() {
    const { data, sentence } = this;
    const number = data.columns.number[sentence];
    const facts = [
      element("h2", {}, `Sentence ${number.toLocaleString("en")}`),
      element("span", {}, counted(data.columns["gold.tokens"][sentence], "word")),
      data.about.bits ? element("span", {}, `${data.bits(sentence)?.toFixed(2) ?? "?"} bits`) : null,
      element("span", { class: "place" }, data.place(sentence) ?? ""),
    ];
    byId("about").replaceChildren(...facts.filter(Boolean));
  }

  figure(name, tree, places, system) {
    const title = system === null ? name : `${system + 1} ${name}`;
    const caption = element("figcaption", {}, this.data.systems.length ? element("strong", {}, title) : null);
    if (system !== null) caption.append(...this.verdict(tree, system).filter(Boolean));
    const sentences = system === null ? [] : this.division(system);
    if (!tree.size) {
      const empty = sentences.length ? [] : [element("p", { class: "empty" }, "no parse")];
      return element("figure", {}, caption, ...empty, ...sentences);
    }
    const own = this.placesOf(tree, places);
    const pictures = [];
    if (tree.labels?.length) pictures.push(drawing(drawPhrases(tree, own), own));
    if (tree.heads) pictures.push(drawing(drawArcs(tree, own), own));
    return element("figure", { "data-aligned": Boolean(places) }, caption, ...pictures, ...sentences);
  }

  // Where the words of a tree are, and the gold words that it does not have; by itself, if it is not aligned.
  placesOf(tree, places) {
    if (places === null) {
      tree.slots = tree.words.map((_, i) => i);
      return { ...wordPlaces([tree], tree.size), absent: [] };
    }
    const { gold } = tree;
    const absent = gold ? [...gold.words.keys()].filter((place) => tree.fromGold[place] < 0) : [];
    return {
      ...places,
      centre: tree.slots.map((slot) => places.centre[slot]),
      absent: absent.map((place) => ({ place, word: gold.words[place], x: places.centre[gold.slots[place]] })),
    };
  }

  // The parser's own sentences, where it divides the text in another way.
  division(system) {
    const number = this.data.columns.number[this.sentence];
    const divided = this.data.about.divided?.[system]?.[number];
    if (!divided) return [];
    const sentences = divided.map(([before, inside, after]) =>
      element("li", { dir: "auto" }, before && `${before} `, element("strong", {}, inside), after && ` ${after}`),
    );
    return [
      element("p", { class: "empty" }, "The parser divides the text into other sentences here:"),
      element("ul", { class: "divided" }, ...sentences),
    ];
  }

  verdict(tree, system) {
    const { data, sentence } = this;
    const errors = data.errors(system, sentence);
    if (errors === null) return [element("span", { class: "left-out" }, leftOut(data, system, sentence))];
    const scores = data.about.scores.map(({ name }, number) => [name, data.score(number, system, sentence)]);
    const shown = scores.filter(([, value]) => value !== null).slice(0, 3);
    return [
      element(
        "span",
        { class: errors ? "count wrong" : "count" },
        errors ? `✗ ${counted(errors, data.about.noun)}` : `✓ no ${data.about.noun}`,
      ),
      ...shown.map(([name, value]) => element("span", {}, `${name} ${value.toFixed(2)}`)),
      this.classes(system, errors),
      otherWords(tree),
    ];
  }

  // The classes of the errors; an error may be several wrong brackets.
  classes(system, wrong) {
    const name = this.data.systems[system];
    const found = classesOf(this.data, system, this.sentence);
    const links = found.map(([part, count]) => {
      const href = addressOf({ view: "sentences", by: "class", part, in: name });
      return element("a", { href }, count > 1 ? `${part} ${count}` : part);
    });
    const errors = found.reduce((total, [, count]) => total + count, 0);
    const title = errors === wrong ? [] : [`${counted(errors, "error")}: `];
    return links.length
      ? element("span", { class: "classes" }, ...title, ...links.flatMap((link, i) => (i ? [" · ", link] : [link])))
      : null;
  }

  point(words) {
    const wanted = new Set(words.split(" ").filter(Boolean));
    for (const node of this.pane.querySelectorAll("[data-words]")) {
      const own = node.dataset.words.split(" ");
      const hit = node.classList.contains("leaf")
        ? wanted.has(own[0])
        : node.classList.contains("phrase")
          ? wanted.size > 1 && node.dataset.words === words
          : wanted.size === 1 && own.includes(words);
      node.classList.toggle("hit", hit);
    }
  }

  // The keyboard's way to point at a word, 1 to the right or -1 to the left.
  move(by) {
    const size = this.data.columns["gold.tokens"][this.sentence];
    this.word = Math.max(0, Math.min(size - 1, this.word + by * this.onward));
    this.point(String(this.word));
    this.pane.querySelector(`.leaf[data-words="${this.word}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  scrolled(frame) {
    if (!frame.closest?.("[data-aligned]")) return;
    for (const other of this.pane.querySelectorAll("[data-aligned] .scroll")) {
      if (other !== frame && other.scrollLeft !== frame.scrollLeft) other.scrollLeft = frame.scrollLeft;
    }
  }
}

// How many words only one side has.
function otherWords(tree) {
  if (tree.same || !tree.size) return null;
  const count = (places) => places.filter((place) => place < 0).length;
  const [missing, extra] = [count(tree.fromGold), count(tree.toGold)];
  const found = [missing && counted(missing, "missing word"), extra && counted(extra, "extra word")].filter(Boolean);
  return found.length ? element("span", { class: "other-words" }, found.join(", ")) : null;
}

// What is too wide for the screen is shown from the first word on.
function drawing({ height, shapes }, { width, onward }) {
  const svg = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img" }, ...shapes);
  return element("div", { class: "scroll", dir: onward < 0 ? "rtl" : "ltr" }, svg);
}

function leftOut(data, system, sentence) {
  const reason = data.about.left_out[system]?.[data.columns.number[sentence]];
  return reason ? `left out: ${reason}` : "left out";
}
