// Inside sums of a sentence: all spans of one length at a time. For a pair of children over a span, the products of
// their numbers are summed over all splits, and then multiplied with the rules of all parents.

// Nothing is there yet.
DEVICE void clear_sets(const Problem &p, Sentence &s, Team &team) {
    i64 symbols = (s.n + 1) * p.symbols * s.words, pairs = (s.n + 1) * p.pairs * s.words;
    for (i64 x = thread(); x < symbols; x += threads()) s.begins[x] = s.ends[x] = 0;
    for (i64 x = thread(); x < pairs; x += threads()) s.goes[x] = s.comes[x] = 0;
    if (thread() == 0) {
        team.tasks[0] = team.tasks[1] = team.deepest = team.margin = 0;
        team.least = as_bits(1.0);
    }
}

// The tags of all words; the greatest number of each is between a half and one.
DEVICE void fill_words(const Problem &p, const Sentence &s) {
    EACH(i, s.n) {
        i32 at = span_of(s, i, i + 1);
        double *low = s.low + (i64)at * p.states, most = 0.0;
        for (i32 a = member(); a < p.states; a += GROUP) low[a] = 0.0;
        join_members();
        i64 first = p.word_first[s.begin + i], end = p.word_first[s.begin + i + 1];
        for (i64 entry = first; entry < end; entry++) {
            i32 begin = p.state[p.word_tag[entry]], size = p.state[p.word_tag[entry] + 1] - begin;
            const double *weight = p.word_weight + p.word_at[entry];
            for (i32 x = member(); x < size; x += GROUP) {
                low[begin + x] = weight[x];
                most = greater_of(most, weight[x]);
            }
        }
        join_members();
        most = greatest_of_group(most);
        i32 power = most > 0.0 ? power_of(most) : 0;
        for (i32 a = member(); a < p.states; a += GROUP) {
            if (low[a] > 0.0) low[a] = ldexp(low[a], -power);
        }
        if (member() == 0) s.scale[at] = most > 0.0 ? power : ABSENT;
    }
}

// The powers of two of the splits of each span, so that that of the greatest is one.
DEVICE void scale_splits(const Problem &p, const Sentence &s, Team &team, i32 length) {
    i32 deepest = 0;
    EACH(i, s.n - length + 1) {
        i32 j = i + length, most = ABSENT;
        double *factor = s.factor + (i64)i * (s.n + 1);
        for (i32 k = i + 1 + member(); k < j; k += GROUP) {
            i32 one = s.exponent[span_of(s, i, k)], other = s.exponent[span_of(s, k, j)];
            if (one > ABSENT && other > ABSENT) most = greater_of(most, one + other);
        }
        most = greatest_of_group(most);
        for (i32 k = i + 1 + member(); k < j; k += GROUP) {
            i32 one = s.exponent[span_of(s, i, k)], other = s.exponent[span_of(s, k, j)];
            bool both = one > ABSENT && other > ABSENT;
            i32 power = both ? one + other - most : DEEP;
            factor[k] = power > DEEP ? power_of_two(power) : 0.0;
            if (both) deepest = least_of(deepest, power);
        }
        if (member() == 0) s.scale[span_of(s, i, j)] = most;
    }
    if (deepest < 0) lower(&team.deepest, deepest);
}

// The pairs of children that some split of each span has.
DEVICE void list_splits(const Problem &p, const Sentence &s, Team &team, i32 length) {
    const i32 *lefts = p.pair_left, *rights = p.pair_right;
    i32 pairs = (i32)p.pairs, words = s.words, *task = s.task;
    for (i32 i = 0; i <= s.n - length; i++) {
        const u64 *begins = begins_at(p, s, i, 0), *ends = ends_at(p, s, i + length, 0);
        u8 *there = s.there + i * pairs;
        FOR(pair, 0, pairs) {
            bool any = any_common(begins + lefts[pair] * words, ends + rights[pair] * words, words);
            there[pair] = any;
            if (any) task[add_to(&team.tasks[0], 1)] = task_of(i, pair, 0);
        }
    }
}

// The sum over all splits, for each cell of a pair.
DEVICE void sum_over_splits(const Problem &p, const Sentence &s, i32 i, i32 j, i32 pair, double *products) {
    const u64 *one = begins_at(p, s, i, p.pair_left[pair]), *other = ends_at(p, s, j, p.pair_right[pair]);
    const double *factor = s.factor + (i64)i * (s.n + 1), *top = s.top;
    i32 begin = p.cell_first[pair], cells = p.cell_first[pair + 1] - begin, n = s.n, from = base_of(n, i), words = s.words;
    i32 states = (i32)p.states;
    for (i32 cell = member(); cell < cells; cell += GROUP) {
        i32 left = p.cell_left[begin + cell], right = p.cell_right[begin + cell];
        products[cell] = sum_over(common(one, other, words), [&](i32 k) {
            return factor[k] * top[(i64)(from + k) * states + left] * top[(i64)(base_of(n, k) + j) * states + right];
        });
    }
}

// What each task adds to the parents of its pair.
DEVICE void sum_pairs(const Problem &p, const Sentence &s, Team &team, const Products &room, i32 length) {
    EACH(task, team.tasks[0]) {
        i32 i = begin_of(s.task[task]), pair = pair_of(s.task[task]);
        double *products = room_for(room, p.cell_first[pair + 1] - p.cell_first[pair]);
        sum_over_splits(p, s, i, i + length, pair, products);
        join_members();
        double *part = s.part + i * p.rows;
        for (i32 row = p.pair_row[pair] + member(); row < p.pair_row[pair + 1]; row += GROUP) {
            double sum = 0.0;
            for (i32 rule = p.row_rule[row]; rule < p.row_rule[row + 1]; rule++) {
                sum += p.row_weight[rule] * products[p.row_cell[rule]];
            }
            part[row] = sum;
        }
        join_members();
    }
}

// The numbers of each parent, from its blocks in their order.
DEVICE void add_blocks(const Problem &p, const Sentence &s, i32 length) {
    OF_SPANS(i, a, s.n - length + 1, p.states) {
        const double *part = s.part + i * p.rows;
        const u8 *there = s.there + i * p.pairs;
        s.low[span_of(s, i, i + length) * p.states + a] =
            sum_there(part, there, p.sum_row, p.sum_pair, p.sum_first[a], p.sum_first[a + 1], 0.0);
    }
}

// All trees: those whose first rule is not unary, and chains of unary rules above them.
DEVICE void close_chains(const Problem &p, const Sentence &s, i32 length) {
    OF_SPANS(i, a, s.n - length + 1, p.states) {
        i64 at = span_of(s, i, i + length) * p.states;
        s.top[at + a] = sum_chained(s.low + at, a, p.up_weight, p.up_child, p.up_first[a], p.up_first[a + 1]);
    }
}

// Makes the greatest number of each span one between a half and one.
DEVICE void normalise(const Problem &p, const Sentence &s, i32 length, double *numbers, double *others,
                      const i32 *scale, i32 *exponent, u64 *least) {
    double lowest = 1.0;
    EACH(i, s.n - length + 1) {
        i32 at = span_of(s, i, i + length);
        double *mine = numbers + (i64)at * p.states, *too = others + (i64)at * p.states, most = 0.0;
        for (i32 a = member(); a < p.states; a += GROUP) most = greater_of(most, mine[a]);
        most = greatest_of_group(most);
        i32 power = most > 0.0 ? power_of(most) : 0;
        double factor = ldexp(1.0, -power);
        for (i32 a = member(); a < p.states; a += GROUP) {
            mine[a] *= factor, too[a] *= factor;
            if (mine[a] > 0.0 && mine[a] < lowest) lowest = mine[a];
        }
        if (member() == 0) exponent[at] = most > 0.0 ? scale[at] + power : ABSENT;
    }
    if (lowest < 1.0) lower(least, as_bits(lowest));
}

// Which symbols have a number in each span.
DEVICE void mark_symbols(const Problem &p, const Sentence &s, Team &team, i32 length) {
    OF_SPANS(i, symbol, s.n - length + 1, p.symbols) {
        i32 j = i + length;
        const double *top = s.top + span_of(s, i, j) * p.states;
        bool any = false;
        for (i32 a = p.state[symbol]; a < p.state[symbol + 1]; a++) any = any || top[a] > 0.0;
        if (any) {
            put_in(begins_at(p, s, i, symbol), j);
            put_in(ends_at(p, s, j, symbol), i);
        }
    }
    if (thread() == 0) team.tasks[0] = 0;
}

APART void fill_inside(const Problem &p, Sentence &s, Team &team, const Products &room) {
    clear_sets(p, s, team);
    join();
    for (i32 length = 1; length <= s.n; length++) {
        if (length == 1) {
            fill_words(p, s);
        } else {
            scale_splits(p, s, team, length);
            list_splits(p, s, team, length);
            join();
            sum_pairs(p, s, team, room, length);
            join();
            add_blocks(p, s, length);
        }
        join();
        close_chains(p, s, length);
        join();
        normalise(p, s, length, s.top, s.low, s.scale, s.exponent, &team.least);
        join();
        mark_symbols(p, s, team, length);
        join();
    }
}
