// The tree with the largest product of the posteriors of its rules, each summed over its substates; see max_rule.py of
// the processor's engine. Of products that differ by less than TIE the first in its order is chosen.

struct Choice {
    double best;
    i32 split;
};

// The better choice; of equally good ones that of the first split.
DEVICE Choice better_of(Choice a, Choice b) {
    bool second = b.best > a.best + TIE || (b.best > a.best - TIE && b.best > NO_TREE && b.split < a.split);
    return second ? b : a;
}

DEVICE Choice better_of_group(Choice mine) {
    for (i32 distance = 1; distance < GROUP; distance *= 2) {
        Choice other;
        other.best = from_other(mine.best, distance), other.split = from_other(mine.split, distance);
        mine = better_of(mine, other);
    }
    return mine;
}

// The tags of words; everything else has no tree yet.
DEVICE void score_words(const Problem &p, const Sentence &s, double whole) {
    i64 all = (i64)s.n * (s.n + 1) / 2 * p.symbols;
    for (i64 x = thread(); x < all; x += threads()) {
        s.score_low[x] = s.score_top[x] = NO_TREE;
        s.split[x] = s.rule[x] = s.chain[x] = -1;
    }
    join();
    FOR(i, 0, s.n) {
        i64 at = span_of(s, i, i + 1);
        const double *around = s.low_around + at * p.states;
        i64 first = p.word_first[s.begin + i], end = p.word_first[s.begin + i + 1];
        for (i64 entry = first; entry < end; entry++) {
            i32 tag = p.word_tag[entry], begin = p.state[tag];
            const double *weight = p.word_weight + p.word_at[entry];
            double value = 0.0;
            for (i32 a = begin; a < p.state[tag + 1]; a++) value += around[a] * ldexp(weight[a - begin], -s.scale[at]);
            if (value > 0.0) {
                double log = log2(value) + (s.exponent_around[at] + s.scale[at] - whole);
                s.score_low[at * p.symbols + tag] = log;
            }
        }
    }
}

// The best split of one block over a span. The threads of a group have other splits; `around` is what is around the
// cells of the block.
DEVICE Choice best_split(const Problem &p, const Sentence &s, i32 i, i32 j, i32 block, const double *around,
                         double shift) {
    i32 pair = p.block_pair[block], left = p.pair_left[pair], right = p.pair_right[pair];
    i32 begin = p.spot_first[block], end = p.spot_first[block + 1];
    i32 n = s.n, from = base_of(n, i), symbols = (i32)p.symbols, states = (i32)p.states;
    const double *top = s.top;
    Choice mine;
    mine.best = NO_TREE, mine.split = n;
    Common places = common(begins_at(p, s, i, left), ends_at(p, s, j, right), s.words);
    i32 k = next_of(places);
#pragma unroll 1
    for (i32 x = 0; x < member() && k >= 0; x++) k = next_of(places);
    while (k >= 0) {
        i32 above = from + k, below = base_of(n, k) + j;
        double best = s.score_top[(i64)above * symbols + left] + s.score_top[(i64)below * symbols + right];
        if (best > mine.best) {  // a posterior is at most one
            const double *one = top + (i64)above * states, *other = top + (i64)below * states;
            double value = 0.0;
            for (i32 x = begin; x < end; x++) value += around[x - begin] * one[p.spot_left[x]] * other[p.spot_right[x]];
            if (value > 0.0) {
                best += log2(value) + (shift + s.exponent[above] + s.exponent[below]);
                if (best > mine.best + TIE) mine.best = best, mine.split = k;
            }
        }
#pragma unroll 1
        for (i32 x = 0; x < GROUP && k >= 0; x++) k = next_of(places);
    }
    return better_of_group(mine);
}

// The best split of each block of each task.
DEVICE void score_blocks(const Problem &p, const Sentence &s, Team &team, const Products &room, i32 length,
                         double whole) {
    EACH(task, team.tasks[1]) {
        i32 i = begin_of(s.task[task]), pair = pair_of(s.task[task]), j = i + length;
        i64 at = span_of(s, i, j);
        const double *low = s.low_around + at * p.states;
        double *products = room_for(room, p.cell_first[pair + 1] - p.cell_first[pair]);
        for (i32 block = p.block_first[pair]; block < p.block_first[pair + 1]; block++) {
            i64 place = i * p.blocks + block;
            bool wanted = s.wanted[at * p.symbols + p.block_parent[block]];
            Choice found;
            found.best = NO_TREE, found.split = s.n;
            if (wanted) {
                i32 begin = p.spot_first[block], end = p.spot_first[block + 1];
                for (i32 spot = begin + member(); spot < end; spot += GROUP) {
                    double sum = 0.0;
                    for (i32 x = p.spot_rule[spot]; x < p.spot_rule[spot + 1]; x++) {
                        sum += p.spot_weight[x] * low[p.spot_state[x]];
                    }
                    products[spot - begin] = sum;
                }
                join_members();
                found = best_split(p, s, i, j, block, products, s.exponent_around[at] - whole);
                join_members();
            }
            if (member() == 0) s.part[place] = found.best, s.part_split[place] = found.split;
        }
    }
}

// The best block of each parent.
DEVICE void choose_blocks(const Problem &p, const Sentence &s, i32 length) {
    OF_SPANS(i, parent, s.n - length + 1, p.symbols) {
        i64 at = span_of(s, i, i + length) * p.symbols + parent, first = i * p.blocks;
        const u8 *there = s.there + i * p.pairs;
        double best = NO_TREE;
        i32 rule = -1;
        for (i32 x = p.parent_first[parent]; x < p.parent_first[parent + 1]; x++) {
            i32 block = p.parent_block[x];
            double value = s.part[first + block];  // of another span, if there is none
            if (there[p.parent_pair[x]] && value > best + TIE) best = value, rule = block;
        }
        s.score_low[at] = best, s.rule[at] = rule;
        s.split[at] = rule >= 0 ? s.part_split[first + rule] : -1;
    }
}

// The best chain of unary rules above each symbol, or none.
DEVICE void choose_chains(const Problem &p, const Sentence &s, i32 length, double whole) {
    OF_SPANS(i, parent, s.n - length + 1, p.symbols) {
        i64 span = span_of(s, i, i + length), at = span * p.symbols;
        const double *around = s.top_around + span * p.states, *low = s.low + span * p.states;
        double shift = s.exponent_around[span] + s.exponent[span] - whole, most = s.score_low[at + parent];
        i32 chain = -1;
        for (i32 block = p.chain_first[parent]; block < p.chain_first[parent + 1]; block++) {
            i32 child = p.chain_child[block];
            double best = s.score_low[at + child], value = 0.0;
            if (best <= most) continue;
            for (i32 x = p.link_first[block]; x < p.link_first[block + 1]; x++) {
                value += around[p.link_parent[x]] * p.link_weight[x] * low[p.link_child[x]];
            }
            if (value > 0.0) {
                best += log2(value) + shift;
                if (best > most + TIE) most = best, chain = child;
            }
        }
        s.score_top[at + parent] = most, s.chain[at + parent] = chain;
    }
}

APART void fill_max_rule(const Problem &p, const Sentence &s, Team &team, const Products &room, double whole) {
    for (i32 length = 1; length <= s.n; length++) {
        if (length == 1) {
            score_words(p, s, whole);
        } else {
            list_parents(p, s, team, length);
            join();
            score_blocks(p, s, team, room, length, whole);
            join();
            choose_blocks(p, s, length);
        }
        join();
        choose_chains(p, s, length, whole);
        if (thread() == 0) team.tasks[1] = 0;
        join();
    }
}
