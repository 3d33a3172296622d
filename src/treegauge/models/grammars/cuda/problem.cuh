// What the kernel is given, and what a team keeps of its sentence.

// The arguments, all of eight bytes, in the order of `FIELDS` in engine.py.
struct Problem {
    // The network of a grammar: see network.py of the processor's engine. Symbols below `labels` are nonterminals.
    i64 states, edges, unaries, rules, symbols, labels, start;
    const i32 *source, *symbol, *target, *slot;
    const double *weight;  // of each rule two numbers: its weight and the logarithm of that
    const i32 *lhs;
    const i64 *arc_first, *tag_first, *pair_first;  // see `DeviceNetwork` in network.py
    const i32 *unary_child, *unary_slot;
    // Sentences: which, in which order, and the tags that their words can have, each with a weight and its logarithm.
    i64 count;
    const i32 *order;
    const i64 *offsets, *reading_first;
    const i32 *reading_tag;
    const double *reading_weight;
    // Other weights for single sentences, sorted by rule and by label; no arrays where there are none.
    i64 patched;
    const i64 *patch_first, *scale_first;
    const i32 *patch_rule, *scale_label;
    const double *patch_weight, *scale;
    // Work space: so many bytes for each team, TEAM_BYTES for what its threads share and then its marks on the network.
    // What sentences need is taken from `room`, of which `taken` says how many bytes are in use: also room for so many
    // percent of the ways to states that a sentence could have; few sentences have a quarter of them.
    i64 mark_bytes, room_bytes, way_percent;
    u8 *marks, *room;
    u64 *taken;
    i32 *next;  // how many of the sentences are taken
    // Results: logarithms of the sum and of the best tree, the nodes of that tree, and what the words have above them.
    double *results;
    i32 *status;
    const i64 *node_first;
    i32 *node_count, *node, *token_parent, *token_tag;
    // Trees whose nodes are measured, if `given`: which sentences, their nodes in preorder (places begin at 0 in each
    // sentence) with the logarithms of their rules, and the tags of the words; then the bits of each node.
    i64 given;
    const u8 *given_wanted;
    const i64 *given_first;
    const i32 *given_label, *given_left, *given_right;
    const double *given_rule;
    const i32 *given_tag;
    double *bits;
};

// How a sentence ended: why it has no result, but for DONE.
enum { DONE = 0, NO_ROOM = 1, OUT_OF_RANGE = 2, TOO_MANY_NODES = 3 };

// A sum of probabilities, and the logarithm of the greatest of them.
struct Cell {
    double sum, best;
};

// The sum of some ways, the logarithm of the best, and the way that is chosen, the first of those that are as good as
// the best; `most` is its logarithm.
struct Sum {
    double sum, best, most;
    u64 way;
};

// An edge of the sentence's part of the network; what it leads to is known from where it stands.
struct Edge {
    double weight, log;
    i32 source, symbol;
};

// Where the edges to a state stand: over tags, over labels, over labels from the first state; and the chunks of those
// over tags and labels.
struct Ranges {
    i32 tag, label, root, end, chunk, chunks;
};

// A stretch of a long list of edges, small enough for one group; what it gives has its place among the `gifts`.
struct Chunk {
    i32 target, begin, end;
    bool whole;  // the only one of its list
};

// Marks on the whole network, for one sentence.
struct Marks {
    i32 *rank;  // of each edge, how many usable ones are before it
    i32 *state, *state_of, *label, *label_of, *tag, *tag_of;
    u8 *reached, *useful, *good, *dead;
};

// A sentence and its part of the network, with states, labels and tags renumbered; then its chart. Places are
// numbered from 0, ends up to n.
struct Sentence {
    i64 number, begin, items;  // `begin` is its first token, `items` are the readings of all its tokens
    i32 n, words, stride;      // tokens; words of 64 bits in a set of places; numbers in a row of places
    i32 states, labels, tags, edges, pairs, start;
    i32 arc_chunks, tag_chunks, pair_chunks;
    i64 way_room, place_room;
    Edge *edge;
    Ranges *ranges;
    i32 *lhs_start;    // the pairs of each left-hand side
    i32 *pair_label;
    double *total, *best;  // chains of unary rules between two labels: their sum, and the logarithm of the best one
    i32 *step;         // the label below the upper one in the best chain
    i32 *chain_start;  // by the label above, where its chains stand
    Edge *chain;
    Cell *tag_weight;  // by place and tag; zero where the word cannot have it
    Cell *line;        // states by end, for the present beginning
    u64 *choice;       // the best way to each of these
    u64 *active;       // by beginning and state: the ends that have numbers
    i32 *way_start;    // by beginning and state: where the best ways to it stand, one for each end
    u64 *ways;
    u64 *usable;       // by state: the places from which it can go on
    u8 *flag;          // by state: whether it can go on from the present place
    Chunk *arc_chunk, *tag_chunk, *pair_chunk;
    i32 *tag_chunk_start, *pair_chunk_start;
    Sum *arc_gift, *tag_gift, *pair_gift;
    i32 *use_count, *use;  // by place: the chunks of edges to states that can go on there
    i32 *parted_count, *parted;  // by place: those of these states that have several chunks
    Cell *pair;        // a left-hand side and the label that completes it, by the end of what is before the label
    i32 *pair_state;   // the best state before the label
    u64 *pair_active;  // by pair: the ends that have numbers
    Sum *pair_sum;     // what each pair gives to its left-hand side over the present span
    Cell *complete;    // left-hand sides of the present span
    Cell *span;        // by end, label and beginning
    i32 *via;          // the label at the bottom of the best chain
    u64 *last;         // the best last child of a left-hand side
    u64 *begins;       // by end and label: where it begins
    u64 *ends;         // by beginning and label: where it ends
    i32 *stack;        // for `trace`
    double *places;    // numbers by place for each group, while nodes of a given tree are measured
};

// All that the threads of a team share.
struct Team {
    Sentence s;
    Marks m;
    Room room;
    i32 item;
    Board board;
};
static_assert(sizeof(Team) <= TEAM_BYTES, "what the threads of a team share");

DEVICE bool has(const u64 *bits, i32 place) { return bits[place >> 6] >> (place & 63) & 1; }

// Where the numbers of a span stand: the places where it can begin next to each other.
DEVICE i64 place_at(const Sentence &s, i32 begin, i32 label, i32 end) {
    return ((i64)(end - 1) * s.labels + label) * s.stride + begin;
}

DEVICE Cell *span_at(const Sentence &s, i32 begin, i32 label, i32 end) {
    return s.span + ((i64)(end - 1) * s.labels + label) * s.stride + begin;
}

DEVICE u64 *begins_at(const Sentence &s, i32 label, i32 end) {
    return s.begins + ((i64)(end - 1) * s.labels + label) * s.words;
}

DEVICE u64 *ends_at(const Sentence &s, i32 begin, i32 label) {
    return s.ends + ((i64)begin * s.labels + label) * s.words;
}

DEVICE bool any(const u64 *bits, i32 words) {
    u64 all = 0;
    for (i32 word = 0; word < words; word++) all |= bits[word];
    return all != 0;
}

// How a state was reached: from which state, over a tag or a label, which begins where. The tag is numbered as in the
// grammar, from 0. Of two ways the lesser one is first in the fixed order.
DEVICE u64 way_of(i32 state, bool label, i32 symbol, i32 at) {
    return (u64)state << 33 | (u64)label << 32 | (u64)symbol << 16 | (u64)at;
}

// How a left-hand side was completed: over a tag (numbered as in the sentence), or over a label that begins somewhere.
// The state is the one before it.
DEVICE u64 last_tag(i32 state, i32 tag) { return (u64)state << 16 | (u64)tag; }
DEVICE u64 last_label(i32 at, i32 label, i32 state) {
    return (u64)1 << 63 | (u64)at << 47 | (u64)label << 31 | (u64)state;
}

DEVICE Sum no_sum() { return {0.0, NO_TREE, NO_TREE, ~(u64)0}; }

DEVICE void offer(Sum &all, double value, double log, u64 way) {
    all.sum += value;
    all.best = greater_of(all.best, log);
    if (log > all.most + TIE || (log > all.most - TIE && way < all.way)) {
        all.most = log;
        all.way = way;
    }
}

DEVICE void add(Sum &all, const Sum &other) {
    all.sum += other.sum;
    all.best = greater_of(all.best, other.best);
    if (other.most > all.most + TIE || (other.most > all.most - TIE && other.way < all.way)) {
        all.most = other.most;
        all.way = other.way;
    }
}

// All threads of a group get the sum of the group. False if it is empty.
DEVICE bool join_group(Sum &all) {
    if (!votes(all.best > NO_TREE)) return false;
    for (i32 distance = GROUP / 2; distance > 0; distance /= 2) {
        Sum other = {from_other(all.sum, distance), from_other(all.best, distance), from_other(all.most, distance),
                     from_other(all.way, distance)};
        add(all, other);
    }
    return true;
}
