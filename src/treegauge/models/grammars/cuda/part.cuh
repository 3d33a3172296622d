// The part of the network that one sentence can use: the edges whose symbols can be made from its tags, and that lead
// to the end of a rule.

DEVICE void carve_marks(const Problem &p, Marks &m) {
    u8 *at = p.marks + (i64)team() * p.mark_bytes + TEAM_BYTES;
    i32 tags = p.symbols - p.labels;
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

// Marks the states from which the end of a rule can be reached.
APART void mark_useful(const Problem &p, const Marks &m, Board &board) {
    FOR(x, 0, p.states) m.useful[x] = x == 0;
    do {
        join();
        if (thread() == 0) board.changed = 0;
        join();
        bool mine = false;
        FOR(edge, 0, p.edges) {
            i32 from = p.source[edge], to = p.target[edge];
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

// How many usable edges a stretch of a list has.
DEVICE i32 count_used(const Problem &p, const Marks &m, const i32 *list, i64 begin, i64 end) {
    i32 count = 0;
    for (i64 item = begin; item < end; item++) count += is_used(p, m, list[item]);
    return count;
}

// Writes the usable edges of a stretch of a list, and returns how many there are.
DEVICE i32 copy_used(const Problem &p, const Marks &m, const Sentence &s, const i32 *list, i64 begin, i64 end,
                     Edge *to) {
    i32 count = 0;
    for (i64 item = begin; item < end; item++) {
        i32 edge = list[item], symbol = p.symbol[edge];
        if (!is_used(p, m, edge)) continue;
        Cell weight = weight_of(p, s.number, p.slot[edge]);
        i32 local = symbol < p.labels ? m.label[symbol] : m.tag[symbol - p.labels];
        to[count++] = {weight.sum, weight.best, m.state[p.source[edge]], local};
    }
    return count;
}

DEVICE const i64 *tag_cell(const Problem &p, const Marks &m, i32 tag, i32 label) {
    return p.tag_first + (i64)(m.tag_of[tag] - p.labels) * p.labels + m.label_of[label];
}

DEVICE const i64 *pair_cell(const Problem &p, const Marks &m, i32 lhs, i32 label) {
    return p.pair_first + (i64)m.label_of[lhs] * p.labels + m.label_of[label];
}

// Where the edges of this thread go, of each kind.
struct Bases {
    i32 arcs, tag_edges, pairs, pair_edges, arc_chunks, tag_chunks, pair_chunks;
};

#define CHUNK 32  // edges that a group goes through at a time

DEVICE i32 chunks_of(i32 edges) { return (edges + CHUNK - 1) / CHUNK; }

APART Bases count_part(const Problem &p, const Marks &m, Sentence &s, Board &board) {
    Bases base = {0, 0, 0, 0, 0, 0, 0};
    Stretch mine = stretch_of(s.states);
    for (i32 x = mine.begin; x < mine.end; x++) {
        i32 state = m.state_of[x], count = count_used(p, m, p.arc, p.arc_first[state], p.arc_first[state + 1]);
        base.arcs += count;
        base.arc_chunks += chunks_of(count) + 1;
    }
    mine = stretch_of(s.tags * s.labels);
    for (i32 cell = mine.begin; cell < mine.end; cell++) {
        const i64 *first = tag_cell(p, m, cell / s.labels, cell % s.labels);
        i32 count = count_used(p, m, p.tag_edge, first[0], first[1]);
        base.tag_edges += count;
        base.tag_chunks += chunks_of(count);
    }
    mine = stretch_of(s.labels * s.labels);
    for (i32 cell = mine.begin; cell < mine.end; cell++) {
        const i64 *first = pair_cell(p, m, cell / s.labels, cell % s.labels);
        i32 count = count_used(p, m, p.pair_edge, first[0], first[1]);
        base.pair_edges += count;
        base.pairs += count > 0;
        base.pair_chunks += chunks_of(count);
    }
    i32 totals[7];
    base.arcs = sum_before(board, base.arcs, &totals[0]);
    base.tag_edges = sum_before(board, base.tag_edges, &totals[1]);
    base.pairs = sum_before(board, base.pairs, &totals[2]);
    base.pair_edges = sum_before(board, base.pair_edges, &totals[3]);
    base.arc_chunks = sum_before(board, base.arc_chunks, &totals[4]);
    base.tag_chunks = sum_before(board, base.tag_chunks, &totals[5]);
    base.pair_chunks = sum_before(board, base.pair_chunks, &totals[6]);
    if (thread() == 0) {
        s.arcs = totals[0], s.tag_edges = totals[1], s.pairs = totals[2], s.pair_edges = totals[3];
        s.arc_chunks = totals[4], s.tag_chunks = totals[5], s.pair_chunks = totals[6];
    }
    join();
    return base;
}

// The edges of a state: over tags, over labels, over labels from the first state.
DEVICE void copy_arcs(const Problem &p, const Marks &m, const Sentence &s, i32 x, i32 base) {
    i64 begin = p.arc_first[m.state_of[x]], end = p.arc_first[m.state_of[x] + 1];
    Ranges ranges = {base, base, base, base, 0, 0};
    for (i32 kind = 0; kind < 3; kind++) {
        for (i64 item = begin; item < end; item++) {
            i32 edge = p.arc[item], of = p.symbol[edge] >= p.labels ? 0 : p.source[edge] > 0 ? 1 : 2;
            if (of == kind) ranges.end += copy_used(p, m, s, p.arc, item, item + 1, s.arc + ranges.end);
        }
        if (kind == 0) ranges.label = ranges.end;
        if (kind == 1) ranges.root = ranges.end;
    }
    s.ranges[x] = ranges;
}

// Divides a list of edges; returns how many chunks there are.
DEVICE i32 divide(Chunk *chunk, i32 target, i32 begin, i32 end) {
    i32 count = chunks_of(end - begin);
    for (i32 part = 0; part < count; part++)
        chunk[part] = {target, begin + part * CHUNK, least_of(begin + (part + 1) * CHUNK, end), count == 1};
    return count;
}

// Those of a state, over tags or labels but not from the first state; one without edges, if there are none.
DEVICE void divide_state(const Sentence &s, Ranges &ranges, i32 x, i32 base) {
    ranges.chunk = base;
    ranges.chunks = divide(s.arc_chunk + base, x, ranges.tag, ranges.root);
    if (ranges.chunks > 0) return;
    s.arc_chunk[base] = {x, ranges.tag, ranges.tag, true};
    ranges.chunks = 1;
}

APART void copy_part(const Problem &p, const Marks &m, const Sentence &s, Bases base) {
    Stretch mine = stretch_of(s.states);
    for (i32 x = mine.begin; x < mine.end; x++) {
        copy_arcs(p, m, s, x, base.arcs);
        base.arcs = s.ranges[x].end;
        divide_state(s, s.ranges[x], x, base.arc_chunks);
        base.arc_chunks += s.ranges[x].chunks;
    }
    mine = stretch_of(s.tags * s.labels);
    for (i32 cell = mine.begin; cell < mine.end; cell++) {
        const i64 *first = tag_cell(p, m, cell / s.labels, cell % s.labels);
        s.tag_start[cell] = base.tag_edges;
        s.tag_chunk_start[cell] = base.tag_chunks;
        base.tag_edges += copy_used(p, m, s, p.tag_edge, first[0], first[1], s.tag_edge + base.tag_edges);
        base.tag_chunks += divide(s.tag_chunk + base.tag_chunks, cell % s.labels, s.tag_start[cell], base.tag_edges);
    }
    mine = stretch_of(s.labels * s.labels);
    for (i32 cell = mine.begin; cell < mine.end; cell++) {
        i32 lhs = cell / s.labels, label = cell % s.labels;
        const i64 *first = pair_cell(p, m, lhs, label);
        if (label == 0) s.lhs_start[lhs] = base.pairs;
        i32 count = copy_used(p, m, s, p.pair_edge, first[0], first[1], s.pair_edge + base.pair_edges);
        if (count == 0) continue;
        s.pair_label[base.pairs] = label;
        s.pair_chunk_start[base.pairs] = base.pair_chunks;
        s.pair_start[base.pairs] = base.pair_edges;
        i32 end = base.pair_edges + count;
        base.pair_chunks += divide(s.pair_chunk + base.pair_chunks, base.pairs++, base.pair_edges, end);
        base.pair_edges = end;
    }
    if (thread() == 0) {
        s.tag_start[s.tags * s.labels] = s.tag_edges;
        s.lhs_start[s.labels] = s.pairs;
        s.pair_start[s.pairs] = s.pair_edges;
        s.tag_chunk_start[s.tags * s.labels] = s.tag_chunks;
        s.pair_chunk_start[s.pairs] = s.pair_chunks;
    }
    join();
}
