// The part of the network that one sentence can use: the edges whose symbols can be made from its tags, and that lead
// to the end of a rule.

DEVICE void carve_marks(const Problem &p, Marks &m) {
    u8 *at = p.marks + (i64)team() * p.mark_bytes + TEAM_BYTES;
    i32 tags = p.symbols - p.labels;
    m.rank = (i32 *)at, at += 4 * (p.edges + 1);
    m.state = (i32 *)at, at += 4 * p.states;
    m.state_of = (i32 *)at, at += 4 * p.states;
    m.label = (i32 *)at, at += 4 * p.labels;
    m.label_of = (i32 *)at, at += 4 * p.labels;
    m.tag = (i32 *)at, at += 4 * tags;
    m.tag_of = (i32 *)at, at += 4 * tags;
    m.reached = at, at += p.states;
    m.useful = at, at += p.states;
    m.good = at, at += p.symbols;
    m.dead = at;
}

// Rules of weight zero; those of a sentence are marked and unmarked with it.
DEVICE void mark_dead(const Problem &p, const Marks &m, i64 sentence, bool mend) {
    if (sentence < 0) {
        FOR(r, 0, p.rules) m.dead[r] = !(p.weight[2 * r] > 0);
    } else if (p.patched) {
        for (i64 item = p.patch_first[sentence] + thread(); item < p.patch_first[sentence + 1]; item += threads()) {
            double weight = mend ? p.weight[2 * p.patch_rule[item]] : p.patch_weight[item];
            m.dead[p.patch_rule[item]] = !(weight > 0);
        }
    }
    join();
}

DEVICE bool alive(const Problem &p, const Marks &m, i32 edge) { return p.slot[edge] < 0 || !m.dead[p.slot[edge]]; }

// The place of a number in a stretch of a sorted list, or -1.
DEVICE i64 find(const i32 *list, i64 begin, i64 end, i32 number) {
    while (begin < end) {
        i64 middle = (begin + end) / 2;
        if (list[middle] == number) return middle;
        if (list[middle] < number)
            begin = middle + 1;
        else
            end = middle;
    }
    return -1;
}

// The weight of a rule in a sentence.
DEVICE Cell weight_of(const Problem &p, i64 sentence, i32 rule) {
    if (rule < 0) return {1.0, 0.0};
    Cell weight = {p.weight[2 * rule], p.weight[2 * rule + 1]};
    if (p.patched) {
        i64 item = find(p.patch_rule, p.patch_first[sentence], p.patch_first[sentence + 1], rule);
        if (item >= 0) weight = {p.patch_weight[item], log2(p.patch_weight[item])};
        item = find(p.scale_label, p.scale_first[sentence], p.scale_first[sentence + 1], p.lhs[rule]);
        if (item >= 0) weight = {weight.sum * p.scale[item], weight.best + log2(p.scale[item])};
    }
    return weight;
}

// Numbers the tags of a sentence in the order in which they first occur. False if a word has none.
APART bool number_tags(const Problem &p, const Marks &m, Sentence &s, Board &board) {
    i32 tags = p.symbols - p.labels, items = s.items, total;
    const i32 *tag = p.reading_tag + p.reading_first[s.begin];
    if (thread() == 0) board.changed = 0;
    FOR(t, 0, tags) m.tag[t] = items;
    join();
    FOR(k, 0, s.n) {
        if (p.reading_first[s.begin + k] == p.reading_first[s.begin + k + 1]) board.changed = 1;
    }
    FOR(item, 0, items) lower(&m.tag[tag[item] - p.labels], item);
    join();
    Stretch mine = stretch_of(items);
    i32 found = 0;
    for (i32 item = mine.begin; item < mine.end; item++) found += m.tag[tag[item] - p.labels] == item;
    i32 next = sum_before(board, found, &total);
    for (i32 item = mine.begin; item < mine.end; item++) {
        if (m.tag[tag[item] - p.labels] == item) m.tag_of[next++] = tag[item];
    }
    join();
    FOR(t, 0, tags) m.tag[t] = -1;
    join();
    FOR(t, 0, total) m.tag[m.tag_of[t] - p.labels] = t;
    if (thread() == 0) s.tags = total;
    join();
    return !board.changed;
}

// Marks the states that can be reached and the labels that can be made.
APART void mark_reached(const Problem &p, const Marks &m, const Sentence &s, Board &board) {
    FOR(x, 0, p.states) m.reached[x] = x == 0;
    FOR(a, 0, p.symbols) m.good[a] = 0;
    join();
    FOR(t, 0, s.tags) m.good[m.tag_of[t]] = 1;
    do {
        join();
        if (thread() == 0) board.changed = 0;
        join();
        bool mine = false;
        FOR(edge, 0, p.edges) {
            if (!m.reached[p.source[edge]] || !m.good[p.symbol[edge]] || !alive(p, m, edge)) continue;
            u8 *mark = p.target[edge] >= 0 ? &m.reached[p.target[edge]] : &m.good[~p.target[edge]];
            if (!*mark) *mark = 1, mine = true;
        }
        FOR(u, 0, p.unaries) {
            i32 rule = p.unary_slot[u];
            if (!m.good[p.unary_child[u]] || m.good[p.lhs[rule]] || m.dead[rule]) continue;
            m.good[p.lhs[rule]] = 1, mine = true;
        }
        if (mine) board.changed = 1;
        join();
    } while (board.changed);
}

// Marks the states from which the end of a rule can be reached: the last edges first, as edges are sorted by the states
// that they lead to, and lead upwards.
APART void mark_useful(const Problem &p, const Marks &m, Board &board) {
    FOR(x, 0, p.states) m.useful[x] = x == 0;
    do {
        join();
        if (thread() == 0) board.changed = 0;
        join();
        bool mine = false;
        FOR(item, 0, p.edges) {
            i32 edge = p.edges - 1 - item, from = p.source[edge], to = p.target[edge];
            if (!m.reached[from] || m.useful[from] || !m.good[p.symbol[edge]] || !alive(p, m, edge)) continue;
            if (to < 0 || m.useful[to]) m.useful[from] = 1, mine = true;
        }
        if (mine) board.changed = 1;
        join();
    } while (board.changed);
}

DEVICE bool is_used(const Problem &p, const Marks &m, i32 edge) {
    return m.state[p.source[edge]] >= 0 && m.good[p.symbol[edge]] && alive(p, m, edge);
}

// The edges of each group of threads: a stretch of all.
DEVICE Stretch edges_of_group(const Problem &p) {
    i32 groups = threads() / GROUP, each = (p.edges + groups - 1) / groups, group = thread() / GROUP;
    return {least_of(group * each, p.edges), least_of((group + 1) * each, p.edges)};
}

// Gives every edge the number of usable ones before it.
APART void rank_edges(const Problem &p, const Marks &m, Sentence &s, Board &board) {
    Stretch mine = edges_of_group(p);
    i32 lane = thread() % GROUP, count = 0, total;
    for (i32 edge = mine.begin + lane; edge < mine.end; edge += GROUP) count += is_used(p, m, edge);
    i32 before = sum_before(board, count, &total);
    for (i32 distance = 1; distance < GROUP; distance *= 2) before = least_of(before, from_other(before, distance));
    for (i32 at = mine.begin; at < mine.end; at += GROUP) {
        i32 edge = at + lane;
        unsigned used = votes(edge < mine.end && is_used(p, m, edge));
        if (edge < mine.end) m.rank[edge] = before + ones(used & ((1u << lane) - 1));
        before += ones(used);
    }
    if (thread() == 0) m.rank[p.edges] = s.edges = total;
    join();
}

// Copies the usable edges, with the weights that they have in this sentence.
APART void copy_edges(const Problem &p, const Marks &m, const Sentence &s) {
    FOR(edge, 0, p.edges) {
        i32 to = m.rank[edge];
        if (m.rank[edge + 1] == to) continue;
        Cell weight = weight_of(p, s.number, p.slot[edge]);
        i32 symbol = p.symbol[edge], local = symbol < p.labels ? m.label[symbol] : m.tag[symbol - p.labels];
        s.edge[to] = {weight.sum, weight.best, m.state[p.source[edge]], local};
    }
}

// Where the usable edges of a cell stand; those of the whole network stand from first[0] to first[1].
DEVICE Stretch used_edges(const Marks &m, const i64 *first) { return {m.rank[first[0]], m.rank[first[1]]}; }

DEVICE Stretch tag_edges(const Problem &p, const Marks &m, i32 tag, i32 label) {
    return used_edges(m, p.tag_first + (i64)(m.tag_of[tag] - p.labels) * p.labels + m.label_of[label]);
}

DEVICE Stretch pair_edges(const Problem &p, const Marks &m, i32 lhs, i32 label) {
    return used_edges(m, p.pair_first + (i64)m.label_of[lhs] * p.labels + m.label_of[label]);
}

DEVICE Ranges ranges_of(const Problem &p, const Marks &m, i32 state) {
    const i64 *first = p.arc_first + 3 * (i64)state;
    return {m.rank[first[0]], m.rank[first[1]], m.rank[first[2]], m.rank[first[3]], 0, 0};
}

DEVICE i32 chunks_of(i32 edges) { return (edges + CHUNK - 1) / CHUNK; }

// A state without edges over tags or labels has an empty chunk.
DEVICE i32 chunks_of_state(const Ranges &ranges) {
    i32 count = chunks_of(ranges.root - ranges.tag);
    return count > 0 ? count : 1;
}

// How many there are before those of this thread.
struct Bases {
    i32 pairs, arc_chunks, tag_chunks, pair_chunks;
};

APART Bases count_part(const Problem &p, const Marks &m, Sentence &s, Board &board) {
    Bases base = {0, 0, 0, 0};
    Stretch mine = stretch_of(s.states);
    for (i32 x = mine.begin; x < mine.end; x++) base.arc_chunks += chunks_of_state(ranges_of(p, m, m.state_of[x]));
    mine = stretch_of(s.tags * s.labels);
    for (i32 cell = mine.begin; cell < mine.end; cell++) {
        Stretch edges = tag_edges(p, m, cell / s.labels, cell % s.labels);
        base.tag_chunks += chunks_of(edges.end - edges.begin);
    }
    mine = stretch_of(s.labels * s.labels);
    for (i32 cell = mine.begin; cell < mine.end; cell++) {
        Stretch edges = pair_edges(p, m, cell / s.labels, cell % s.labels);
        base.pairs += edges.end > edges.begin;
        base.pair_chunks += chunks_of(edges.end - edges.begin);
    }
    i32 totals[4];
    base.pairs = sum_before(board, base.pairs, &totals[0]);
    base.arc_chunks = sum_before(board, base.arc_chunks, &totals[1]);
    base.tag_chunks = sum_before(board, base.tag_chunks, &totals[2]);
    base.pair_chunks = sum_before(board, base.pair_chunks, &totals[3]);
    if (thread() == 0)
        s.pairs = totals[0], s.arc_chunks = totals[1], s.tag_chunks = totals[2], s.pair_chunks = totals[3];
    join();
    return base;
}

// Divides a list of edges; returns how many chunks there are.
DEVICE i32 divide(Chunk *chunk, i32 target, i32 begin, i32 end) {
    i32 count = chunks_of(end - begin);
    for (i32 part = 0; part < count; part++)
        chunk[part] = {target, begin + part * CHUNK, least_of(begin + (part + 1) * CHUNK, end), count == 1};
    return count;
}

APART void copy_part(const Problem &p, const Marks &m, const Sentence &s, Bases base) {
    copy_edges(p, m, s);
    Stretch mine = stretch_of(s.states);
    for (i32 x = mine.begin; x < mine.end; x++) {
        Ranges ranges = ranges_of(p, m, m.state_of[x]);
        ranges.chunk = base.arc_chunks, ranges.chunks = chunks_of_state(ranges);
        if (divide(s.arc_chunk + ranges.chunk, x, ranges.tag, ranges.root) == 0)
            s.arc_chunk[ranges.chunk] = {x, ranges.tag, ranges.tag, true};
        base.arc_chunks += ranges.chunks;
        s.ranges[x] = ranges;
    }
    mine = stretch_of(s.tags * s.labels);
    for (i32 cell = mine.begin; cell < mine.end; cell++) {
        Stretch edges = tag_edges(p, m, cell / s.labels, cell % s.labels);
        s.tag_chunk_start[cell] = base.tag_chunks;
        base.tag_chunks += divide(s.tag_chunk + base.tag_chunks, cell % s.labels, edges.begin, edges.end);
    }
    mine = stretch_of(s.labels * s.labels);
    for (i32 cell = mine.begin; cell < mine.end; cell++) {
        i32 lhs = cell / s.labels, label = cell % s.labels;
        Stretch edges = pair_edges(p, m, lhs, label);
        if (label == 0) s.lhs_start[lhs] = base.pairs;
        if (edges.begin == edges.end) continue;
        s.pair_label[base.pairs] = label;
        s.pair_chunk_start[base.pairs] = base.pair_chunks;
        base.pair_chunks += divide(s.pair_chunk + base.pair_chunks, base.pairs++, edges.begin, edges.end);
    }
    if (thread() == 0) {
        s.lhs_start[s.labels] = s.pairs;
        s.tag_chunk_start[s.tags * s.labels] = s.tag_chunks;
        s.pair_chunk_start[s.pairs] = s.pair_chunks;
    }
    join();
}
