// What the kernel for latent-variable grammars is given, and what a block keeps of its sentence.

#define ABSENT (-(1 << 30))  // the exponent of a span without numbers
#define DEEP (-1000)         // a power of two that is left out
#define LAST (-60)           // log2 of less than the last digit
#define KEPT 900             // of the 1,022 powers of two that numbers have, those that are certain to be kept

// The arguments, all of eight bytes, in the order of `FIELDS` in latent_engine.py.
struct Problem {
    // The grammar: see `LatentDeviceNetwork` in latent_network.py.
    i64 symbols, states, start, most_cells, pairs, blocks, cells, rows, left_rows, right_rows, places, slack;
    const i32 *state, *owner;
    const u8 *kind;
    const i32 *pair_left, *pair_right;
    const i32 *block_first, *block_parent, *block_pair, *parent_first, *parent_block, *parent_pair;
    const i32 *sum_first, *sum_row, *sum_pair, *around_first, *around_row, *around_side;
    const i32 *cell_first, *cell_left, *cell_right;
    const i32 *pair_row, *row_rule, *row_cell;
    const double *row_weight;
    const i32 *cell_rule, *cell_state;
    const double *cell_weight;
    const i32 *spot_first, *spot_left, *spot_right, *spot_rule, *spot_state;
    const double *spot_weight;
    const i32 *left_row, *left_cell, *right_row, *right_rule, *right_cell;
    const i32 *up_first, *up_child;
    const double *up_weight;
    const i32 *down_first, *down_parent;
    const double *down_weight;
    const i32 *chain_first, *chain_child, *link_first, *link_parent, *link_child;
    const double *link_weight;
    const i32 *place, *place_owner, *step;
    const double *log_chain;
    double log_least;  // log2 of the least weight; `slack` is one of what rules at most add to what is around a child
    // Sentences: which, in which order, and the tags of their words with where the weights of the substates begin.
    i64 count, trees;  // `trees`: whether trees are asked for
    const i32 *order;
    const i64 *offsets, *word_first;
    const i32 *word_tag;
    const i64 *word_at;
    const double *word_weight;
    // Work space: what sentences need is taken from `room`.
    i64 room_bytes;
    u8 *room;
    u64 *taken;
    i32 *next;
    // Results: the logarithm of the sum, the nodes of the best tree, and what the words have above them.
    double *total;
    i32 *status;
    const i64 *node_first;
    i32 *node_count, *node, *token_parent, *token_tag;
};

// What a symbol is in trees.
enum { HIDDEN = 0, LABEL = 1, TAG = 2 };

// Why a sentence has no result.
enum { DONE = 0, NO_ROOM = 1, OUT_OF_RANGE = 2, TOO_MANY_NODES = 3 };

// A task is a pair of children over a span that begins at a place; `side`: which child, where it is about one.
#define TASK_BITS 17
DEVICE i32 task_of(i32 begin, i32 pair, i32 side) { return begin << TASK_BITS | pair << 1 | side; }
DEVICE i32 begin_of(i32 task) { return task >> TASK_BITS; }
DEVICE i32 pair_of(i32 task) { return (task & ((1 << TASK_BITS) - 1)) >> 1; }

// A sentence and its charts. The span from i to j has the number base_of(n, i) + j. The numbers of a span, one for each
// substate, have one power of two in common, its exponent: `low` is for trees whose first rule is not unary, `top` for
// all trees.
struct Sentence {
    i32 number, n, words;  // `words`: numbers of 64 bits that a set of places takes
    i64 begin;
    double *low, *top, *low_around, *top_around;
    i32 *exponent, *exponent_around;
    i32 *scale;        // the exponent of the products that a span is the sum of, before its own
    i32 *most_around;  // at least the exponent of what is around, also where there are no numbers inside
    u64 *begins, *ends;  // where spans of a symbol end that begin at a place, and where they begin that end there
    u64 *goes, *comes;   // the same for parents of a pair that have something around them
    u8 *wanted;          // symbols over spans with something around them
    double *rule_around;  // what is around the cells of a span: the rule and what is around its parent
    double *factor;       // powers of two for each split, or for each span around
    i32 *task;
    u8 *there;  // which tasks there are
    double *part;
    i32 *part_split;
    double *products;
    double *score_low, *score_top;  // log2 of the best product of posteriors of rules
    i32 *split, *rule, *chain;
    i32 *stack;
};

struct Team {
    Sentence s;
    Room room;
    i32 item, lost, tasks[2];
    i32 deepest;  // the least power of two of a split
    i32 margin;   // how far below the whole sum the sums are that may have been lost: the least over spans, negative
    u64 least;    // the least number that is not zero
};

DEVICE i32 my_group() { return thread() / GROUP; }
DEVICE i32 group_count() { return threads() / GROUP; }
DEVICE i32 member() { return thread() % GROUP; }

// All substates, or symbols, of all spans of one length: `i` is where a span begins.
#define OF_SPANS(i, x, spans, count)                                                        \
    for (i32 both = thread(), i, x; both < (spans) * (i32)(count) &&                        \
                                    (i = both / (i32)(count), x = both % (i32)(count), true); \
         both += threads())
#define EACH(x, end) for (i32 x = my_group(), x##_end = (end); x < x##_end; x += group_count())

DEVICE i32 base_of(i32 n, i32 begin) { return (begin * (2 * n - begin - 1) >> 1) - 1; }
DEVICE i32 span_of(const Sentence &s, i32 begin, i32 end) { return base_of(s.n, begin) + end; }

DEVICE u64 *begins_at(const Problem &p, const Sentence &s, i32 place, i32 symbol) {
    return s.begins + (i64)(place * (i32)p.symbols + symbol) * s.words;
}
DEVICE u64 *ends_at(const Problem &p, const Sentence &s, i32 place, i32 symbol) {
    return s.ends + (i64)(place * (i32)p.symbols + symbol) * s.words;
}
DEVICE u64 *goes_from(const Problem &p, const Sentence &s, i32 place, i32 pair) {
    return s.goes + (i64)(place * (i32)p.pairs + pair) * s.words;
}
DEVICE u64 *comes_to(const Problem &p, const Sentence &s, i32 place, i32 pair) {
    return s.comes + (i64)(place * (i32)p.pairs + pair) * s.words;
}
DEVICE void put_in(u64 *set, i32 place) { set[place >> 6] |= (u64)1 << (place & 63); }

// The places that two sets have in common, one after the other.
struct Common {
    const u64 *one, *other;
    i32 word, words;
    u64 bits;
};

DEVICE Common common(const u64 *one, const u64 *other, i32 words) {
    Common places;
    places.one = one, places.other = other, places.word = 0, places.words = words;
    places.bits = one[0] & other[0];
    return places;
}

// The next place, -1 after the last one.
DEVICE i32 next_of(Common &places) {
#pragma unroll 1  // there is one word, mostly
    while (places.bits == 0) {
        if (++places.word >= places.words) return -1;
        places.bits = places.one[places.word] & places.other[places.word];
    }
    i32 place = places.word * 64 + first_one(places.bits);
    places.bits &= places.bits - 1;
    return place;
}

// The sum of those places of `part` that are there; what is in others is of another span.
DEVICE double sum_there(const double *part, const u8 *there, const i32 *place, const i32 *flag, i32 first, i32 last,
                        double sum) {
    for (i32 x = first; x < last; x++) {
        double value = part[place[x]];
        sum += there[flag[x]] ? value : 0.0;
    }
    return sum;
}

// The numbers of a span after chains of unary rules: a number of its own, and others times weights.
DEVICE double sum_chained(const double *numbers, i32 own, const double *weight, const i32 *other, i32 first, i32 last) {
    double sum = numbers[own];
    for (i32 x = first; x < last; x++) sum += weight[x] * numbers[other[x]];
    return sum;
}

// The sum of a term over all places. Two terms at a time are read from memory, and added one after the other.
template <typename Term> DEVICE double sum_over(Common places, Term term) {
    double sum = 0.0;
    i32 place = next_of(places);
    while (place >= 0) {
        i32 other = next_of(places);
        double first = term(place), second = other >= 0 ? term(other) : 0.0;
        sum += first;
        sum += second;
        place = other >= 0 ? next_of(places) : -1;
    }
    return sum;
}

DEVICE bool any_common(const u64 *one, const u64 *other, i32 words) {
#pragma unroll 1
    for (i32 word = 0; word < words; word++) {
        if (one[word] & other[word]) return true;
    }
    return false;
}

// 2 to the power of a number from -1022 to 1023.
DEVICE double power_of_two(i32 power) { return as_number((u64)(power + 1023) << 52); }

// The power of two that makes a number one between a half and one; that of the least exponent for those below it.
DEVICE i32 power_of(double number) { return (i32)(as_bits(number) >> 52 & 0x7ff) - 1022; }

DEVICE i32 greater_of(i32 a, i32 b) { return a > b ? a : b; }

template <typename Kind> DEVICE Kind greatest_of_group(Kind value) {
    for (i32 distance = 1; distance < GROUP; distance *= 2) value = greater_of(value, from_other(value, distance));
    return value;
}

// Where a group keeps the products of a task: nearer if there are few.
struct Products {
    double *near, *far;
    i32 room;  // how many are near
};

DEVICE double *room_for(const Products &products, i32 count) {
    return count <= products.room ? products.near : products.far;
}

// Sets the arrays of a sentence from `at` on; returns where they end.
DEVICE u8 *carve_sentence(const Problem &p, Sentence &s, u8 *at) {
    i64 n = s.n, spans = n * (n + 1) / 2, words = s.words, inner = p.rows, outer = p.left_rows + p.right_rows;
    carve(at, s.low, spans * p.states);
    carve(at, s.top, spans * p.states);
    carve(at, s.low_around, spans * p.states);
    carve(at, s.top_around, spans * p.states);
    carve(at, s.exponent, spans);
    carve(at, s.exponent_around, spans);
    carve(at, s.scale, spans);
    carve(at, s.most_around, spans);
    carve(at, s.begins, (n + 1) * p.symbols * words);
    carve(at, s.ends, (n + 1) * p.symbols * words);
    carve(at, s.goes, (n + 1) * p.pairs * words);
    carve(at, s.comes, (n + 1) * p.pairs * words);
    carve(at, s.wanted, spans * p.symbols);
    carve(at, s.rule_around, spans * p.cells);
    carve(at, s.factor, n * (n + 1));
    carve(at, s.task, 2 * n * p.pairs);
    carve(at, s.there, 2 * n * p.pairs);
    carve(at, s.part, n * (inner > outer ? inner : outer));
    carve(at, s.part_split, n * p.blocks);
    carve(at, s.products, (i64)group_count() * p.most_cells);
    carve(at, s.score_low, spans * p.symbols);
    carve(at, s.score_top, spans * p.symbols);
    carve(at, s.split, spans * p.symbols);
    carve(at, s.rule, spans * p.symbols);
    carve(at, s.chain, spans * p.symbols);
    carve(at, s.stack, 4 * (n + 2));
    return at;
}

// Room for the sentence: that of the one before, if it is large enough, or new room. False if there is none.
APART bool make_room(const Problem &p, Sentence &s, Room &room, i32 &lost) {
    if (thread() == 0) {
        i64 bytes = carve_sentence(p, s, (u8 *)0) - (u8 *)0;
        if (bytes > room.bytes) take_room(p, room, bytes);
        lost = bytes > room.bytes;
        if (!lost) carve_sentence(p, s, room.begin);
    }
    join();
    return !lost;
}
