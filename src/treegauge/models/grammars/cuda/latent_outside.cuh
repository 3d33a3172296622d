// Outside sums of a sentence, from the longest spans down. For a pair of children over a span, what is around the
// parents times the rules is made once (`rule_around`), and each child over a shorter span then gathers what is for it.

// The powers of two of what is around each span: as a left child (by the end of the parent), and as a right child (by
// its beginning).
DEVICE void scale_around(const Problem &p, const Sentence &s, i32 length) {
    const i32 *inner = s.exponent, *outer = s.exponent_around;
    EACH(i, s.n - length + 1) {
        i32 j = i + length, at = span_of(s, i, j), most = length == s.n ? 0 : ABSENT, bound = most;
        double *factor = s.factor + (i64)i * (s.n + 1);
        for (i32 x = member(); x <= s.n; x += GROUP) {
            if (x >= i && x <= j) continue;
            i32 parent = x < i ? span_of(s, x, j) : span_of(s, i, x);
            i32 other = inner[x < i ? span_of(s, x, i) : span_of(s, j, x)];
            if (other == ABSENT) continue;
            if (outer[parent] > ABSENT) most = greater_of(most, outer[parent] + other);
            if (s.most_around[parent] > ABSENT) bound = greater_of(bound, s.most_around[parent] + other);
        }
        most = greatest_of_group(most), bound = greatest_of_group(bound);
        for (i32 x = member(); x <= s.n; x += GROUP) {
            if (x >= i && x <= j) continue;
            i32 parent = x < i ? span_of(s, x, j) : span_of(s, i, x);
            i32 other = inner[x < i ? span_of(s, x, i) : span_of(s, j, x)];
            i32 power = other > ABSENT && outer[parent] > ABSENT ? outer[parent] + other - most : DEEP;
            factor[x] = power > DEEP ? power_of_two(power) : 0.0;
        }
        if (member() == 0) {
            s.exponent_around[at] = most;  // that of the products; `normalise` makes it that of the numbers
            s.most_around[at] = bound;
        }
    }
}

// The pairs over each span that are left, or right, children of something.
DEVICE void list_around(const Problem &p, const Sentence &s, Team &team, i32 length) {
    const i32 *lefts = p.pair_left, *rights = p.pair_right;
    i32 pairs = (i32)p.pairs, words = s.words, *task = s.task;
    for (i32 i = 0; i <= s.n - length; i++) {
        i32 j = i + length;
        const u64 *child = begins_at(p, s, i, 0), *before = ends_at(p, s, i, 0), *after = begins_at(p, s, j, 0);
        const u64 *goes = goes_from(p, s, i, 0), *comes = comes_to(p, s, j, 0);
        u8 *there = s.there + i * 2 * pairs;
        FOR(pair, 0, pairs) {
            i32 left = lefts[pair] * words, right = rights[pair] * words;
            bool as_left = child[left + (j >> 6)] >> (j & 63) & 1, as_right = child[right + (j >> 6)] >> (j & 63) & 1;
            as_left = as_left && any_common(after + right, goes + pair * words, words);
            as_right = as_right && any_common(before + left, comes + pair * words, words);
            there[2 * pair] = as_left, there[2 * pair + 1] = as_right;
            if (as_left) task[add_to(&team.tasks[0], 1)] = task_of(i, pair, 0);
            if (as_right) task[add_to(&team.tasks[0], 1)] = task_of(i, pair, 1);
        }
    }
    if (thread() == 0) team.tasks[1] = 0;
}

// What is around a left child over i to j, for each cell of a pair: over all parents that begin there, too.
DEVICE void sum_to_right(const Problem &p, const Sentence &s, i32 i, i32 j, i32 pair, double *products) {
    const u64 *one = begins_at(p, s, j, p.pair_right[pair]), *other = goes_from(p, s, i, pair);
    const double *factor = s.factor + (i64)i * (s.n + 1), *top = s.top, *around = s.rule_around;
    i32 begin = p.cell_first[pair], end = p.cell_first[pair + 1], words = s.words;
    i32 first = base_of(s.n, i), from = base_of(s.n, j), states = (i32)p.states, cells = (i32)p.cells;
    for (i32 cell = begin + member(); cell < end; cell += GROUP) {
        i32 right = p.cell_right[cell];
        products[cell - begin] = sum_over(common(one, other, words), [&](i32 x) {
            return factor[x] * around[(i64)(first + x) * cells + cell] * top[(i64)(from + x) * states + right];
        });
    }
}

// The same around a right child over i to j: over all parents that end there, too.
DEVICE void sum_to_left(const Problem &p, const Sentence &s, i32 i, i32 j, i32 pair, double *products) {
    const u64 *one = ends_at(p, s, i, p.pair_left[pair]), *other = comes_to(p, s, j, pair);
    const double *factor = s.factor + (i64)i * (s.n + 1), *top = s.top, *around = s.rule_around;
    i32 begin = p.cell_first[pair], end = p.cell_first[pair + 1], words = s.words;
    i32 n = s.n, states = (i32)p.states, cells = (i32)p.cells;
    for (i32 cell = begin + member(); cell < end; cell += GROUP) {
        i32 left = p.cell_left[cell];
        products[cell - begin] = sum_over(common(one, other, words), [&](i32 x) {
            i32 base = base_of(n, x);
            return factor[x] * around[(i64)(base + j) * cells + cell] * top[(i64)(base + i) * states + left];
        });
    }
}

// What each task adds to what is around its child.
DEVICE void sum_around(const Problem &p, const Sentence &s, Team &team, const Products &room, i32 length) {
    EACH(task, team.tasks[0]) {
        i32 x = s.task[task], i = begin_of(x), pair = pair_of(x);
        i32 begin = p.cell_first[pair];
        double *products = room_for(room, p.cell_first[pair + 1] - begin);
        double *part = s.part + i * (p.left_rows + p.right_rows);
        if (x & 1) {
            sum_to_left(p, s, i, i + length, pair, products);
        } else {
            sum_to_right(p, s, i, i + length, pair, products);
        }
        join_members();
        if (x & 1) {
            for (i32 row = p.right_row[pair] + member(); row < p.right_row[pair + 1]; row += GROUP) {
                double sum = 0.0;
                for (i32 y = p.right_rule[row]; y < p.right_rule[row + 1]; y++) sum += products[p.right_cell[y] - begin];
                part[p.left_rows + row] = sum;
            }
        } else {
            for (i32 row = p.left_row[pair] + member(); row < p.left_row[pair + 1]; row += GROUP) {
                double sum = 0.0;
                for (i32 y = p.left_cell[row]; y < p.left_cell[row + 1]; y++) sum += products[y - begin];
                part[row] = sum;
            }
        }
        join_members();
    }
}

// What is around each child, from its pairs in their order.
DEVICE void add_around(const Problem &p, const Sentence &s, i32 length) {
    OF_SPANS(i, a, s.n - length + 1, p.states) {
        const double *part = s.part + i * (p.left_rows + p.right_rows);
        const u8 *there = s.there + i * 2 * p.pairs;
        double whole = length == s.n && p.owner[a] == p.start ? 1.0 : 0.0;
        s.top_around[span_of(s, i, i + length) * p.states + a] =
            sum_there(part, there, p.around_row, p.around_side, p.around_first[a], p.around_first[a + 1], whole);
    }
}

// What is around a symbol whose rule is not unary: also chains of unary rules above it.
DEVICE void open_chains(const Problem &p, const Sentence &s, i32 length) {
    OF_SPANS(i, a, s.n - length + 1, p.states) {
        i64 at = span_of(s, i, i + length) * p.states;
        s.low_around[at + a] =
            sum_chained(s.top_around + at, a, p.down_weight, p.down_parent, p.down_first[a], p.down_first[a + 1]);
    }
}

// Which symbols have something around them, and how far below the whole sum the numbers are that may have been lost.
DEVICE void mark_wanted(const Problem &p, const Sentence &s, Team &team, i32 length, i32 whole) {
    i32 margin = 0;
    OF_SPANS(i, symbol, s.n - length + 1, p.symbols) {
        i64 at = span_of(s, i, i + length);
        const double *low = s.low_around + at * p.states;
        bool any = false;
        for (i32 a = p.state[symbol]; a < p.state[symbol + 1]; a++) any = any || low[a] > 0.0;
        s.wanted[at * p.symbols + symbol] = any;
    }
    FOR(i, 0, s.n - length + 1) {
        i32 at = span_of(s, i, i + length);
        // Without numbers inside nothing was made: at most so much is around it.
        if (s.exponent_around[at] > ABSENT) {
            s.most_around[at] = s.exponent_around[at];
        } else if (s.most_around[at] > ABSENT) {
            s.most_around[at] += (i32)p.slack;
        }
        if (s.scale[at] > ABSENT && s.most_around[at] > ABSENT) {
            margin = least_of(margin, whole - s.scale[at] - s.most_around[at]);
        }
    }
    if (margin < 0) lower(&team.margin, margin);
    if (thread() == 0) team.tasks[0] = 0;
}

// The pairs of each span that some split has, and some parent with something around it.
DEVICE void list_parents(const Problem &p, const Sentence &s, Team &team, i32 length) {
    const i32 *lefts = p.pair_left, *rights = p.pair_right, *first = p.block_first, *parent = p.block_parent;
    i32 pairs = (i32)p.pairs, words = s.words, *task = s.task;
    for (i32 i = 0; i <= s.n - length; i++) {
        const u64 *begins = begins_at(p, s, i, 0), *ends = ends_at(p, s, i + length, 0);
        const u8 *wanted = s.wanted + span_of(s, i, i + length) * p.symbols;
        u8 *there = s.there + i * pairs;
        FOR(pair, 0, pairs) {
            bool any = any_common(begins + lefts[pair] * words, ends + rights[pair] * words, words), around = false;
            if (any) {
                for (i32 block = first[pair]; block < first[pair + 1]; block++) around = around || wanted[parent[block]];
            }
            there[pair] = around;
            if (around) task[add_to(&team.tasks[1], 1)] = task_of(i, pair, 0);
        }
    }
}

// What is around the cells of each pair: what is around the parents, times the rules.
DEVICE void multiply_around(const Problem &p, const Sentence &s, Team &team, i32 length) {
    EACH(task, team.tasks[1]) {
        i32 i = begin_of(s.task[task]), pair = pair_of(s.task[task]), j = i + length;
        i64 at = span_of(s, i, j);
        const double *low = s.low_around + at * p.states;
        double *around = s.rule_around + at * p.cells;
        for (i32 cell = p.cell_first[pair] + member(); cell < p.cell_first[pair + 1]; cell += GROUP) {
            double sum = 0.0;
            for (i32 x = p.cell_rule[cell]; x < p.cell_rule[cell + 1]; x++) sum += p.cell_weight[x] * low[p.cell_state[x]];
            around[cell] = sum;
        }
        if (member() == 0) {
            put_in(goes_from(p, s, i, pair), j);
            put_in(comes_to(p, s, j, pair), i);
        }
    }
}

APART void fill_outside(const Problem &p, const Sentence &s, Team &team, const Products &room, i32 whole) {
    for (i32 length = s.n; length > 0; length--) {
        scale_around(p, s, length);
        list_around(p, s, team, length);
        join();
        sum_around(p, s, team, room, length);
        join();
        add_around(p, s, length);
        join();
        open_chains(p, s, length);
        join();
        normalise(p, s, length, s.low_around, s.top_around, s.exponent_around, s.exponent_around, &team.least);
        join();
        mark_wanted(p, s, team, length, whole);
        join();
        if (length > 1) {
            list_parents(p, s, team, length);
            join();
            multiply_around(p, s, team, length);
            join();
        }
    }
}
