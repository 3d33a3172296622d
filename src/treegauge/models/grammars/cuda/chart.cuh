// The chart of a sentence: all spans from the last beginning to the first, and from each beginning the shortest first.

// What a pair gives to its left-hand side, over a label that begins after `i`. First the chunks of a long pair become
// its number for the end before this one.
DEVICE void sum_pair(const Sentence &s, i32 i, i32 end, i32 pair, i32 lane) {
    Sum all = no_sum();
    i32 label = s.pair_label[pair], first = s.pair_chunk_start[pair], chunks = s.pair_chunk_start[pair + 1] - first;
    if (chunks > 1 && end - 1 > i && any(ends_at(s, end - 1, label), s.words)) {
        add_gifts(all, s.pair_gift, first, first + chunks, lane);
        if (join_group(all) && lane == 0) set_pair(s, end - 1, pair, all);
        join_members();
        all = no_sum();
    }
    const i32 *state = s.pair_state + (i64)pair * s.stride;
    offer_spans(s, i, end, lane, label, s.pair_active + (i64)pair * s.words, s.pair + (i64)pair * s.stride, {1.0, 0.0},
                all, [&](i32 k) { return last_label(k, label, state[k]); });
    bool some = join_group(all);
    if (lane == 0) set_gift(s.pair_sum + pair, all, some);
}

// What edges over a tag give to the left-hand sides that they complete.
DEVICE void sum_tags(const Sentence &s, i32 i, i32 end, i32 tag, i32 lane) {
    i32 first = s.tag_chunk_start[tag * s.labels], last = s.tag_chunk_start[(tag + 1) * s.labels];
    for (i32 item = first + thread() / GROUP; item < last; item += threads() / GROUP) {
        Chunk chunk = s.tag_chunk[item];
        Sum all = no_sum();
        for (i32 at = chunk.begin + lane; at < chunk.end; at += GROUP) {
            Edge edge = s.edge[at];
            Cell found;
            if (before_tag(s, edge, i, end - 1, found)) offer(all, found.sum, found.best, last_tag(edge.source, tag));
        }
        bool some = join_group(all);
        if (lane == 0) set_gift(s.tag_gift + item, all, some);
    }
}

// All pairs and states from `i` to `end`, but for those states that a label over the whole span leads to.
DEVICE void sum_span(const Problem &p, const Marks &m, const Sentence &s, i32 i, i32 end, Extremes &extremes) {
    i32 lane = thread() % GROUP, items = s.pairs + (end < s.n ? s.use_count[end] : 0);
    i64 token = s.begin + end - 1;
    for (i64 item = p.reading_first[token]; item < p.reading_first[token + 1]; item++)
        sum_tags(s, i, end, m.tag[p.reading_tag[item] - p.labels], lane);
    for (i32 item = thread() / GROUP; item < items; item += threads() / GROUP) {
        if (item < s.pairs) {
            sum_pair(s, i, end, item, lane);
            continue;
        }
        i32 number = s.use[(i64)end * s.arc_chunks + item - s.pairs];
        Chunk chunk = s.arc_chunk[number];
        Sum all = sum_arcs(p, m, s, i, end, chunk, lane);
        bool some = join_group(all);
        if (lane != 0) continue;
        if (!chunk.whole)
            set_gift(s.arc_gift + number, all, some);
        else if (some)
            set_state(s, i, end, chunk.target, all, extremes);
    }
}

// The left-hand sides over a span, and the states with several chunks.
DEVICE void sum_complete(const Problem &p, const Marks &m, const Sentence &s, i32 i, i32 end, Extremes &extremes) {
    i32 lane = thread() % GROUP, parted = end < s.n ? s.parted_count[end] : 0;
    i64 token = s.begin + end - 1;
    for (i32 item = thread() / GROUP; item < s.labels + parted; item += threads() / GROUP) {
        Sum all = no_sum();
        if (item >= s.labels) {
            i32 x = s.parted[(i64)end * s.states + item - s.labels];
            add_gifts(all, s.arc_gift, s.ranges[x].chunk, s.ranges[x].chunk + s.ranges[x].chunks, lane);
            if (join_group(all) && lane == 0) set_state(s, i, end, x, all, extremes);
            continue;
        }
        for (i64 reading = p.reading_first[token]; reading < p.reading_first[token + 1]; reading++) {
            const i32 *start = s.tag_chunk_start + m.tag[p.reading_tag[reading] - p.labels] * s.labels + item;
            add_gifts(all, s.tag_gift, start[0], start[1], lane);
        }
        add_gifts(all, s.pair_sum, s.lhs_start[item], s.lhs_start[item + 1], lane);
        bool some = join_group(all);
        if (lane != 0) continue;
        s.complete[item] = {all.sum, all.best};
        s.last[place_at(s, i, item, end)] = all.way;
        if (some) widen(extremes, all.sum);
    }
}

// The labels above what is complete, by chains of unary rules.
DEVICE void sum_chains(const Sentence &s, i32 i, i32 end) {
    i32 lane = thread() % GROUP;
    for (i32 a = thread() / GROUP; a < s.labels; a += threads() / GROUP) {
        Sum all = no_sum();
        for (i32 at = s.chain_start[a] + lane; at < s.chain_start[a + 1]; at += GROUP) {
            Edge chain = s.chain[at];
            Cell below = s.complete[chain.source];
            if (below.best > NO_TREE) offer(all, chain.weight * below.sum, chain.log + below.best, chain.source);
        }
        if (!join_group(all) || lane != 0) continue;
        i64 place = place_at(s, i, a, end);
        s.span[place] = {all.sum, all.best};
        s.via[place] = all.way;
        begins_at(s, a, end)[i >> 6] |= (u64)1 << (i & 63);
        ends_at(s, i, a)[end >> 6] |= (u64)1 << (end & 63);
    }
}

// The states that a label over the whole span leads to from the first state.
DEVICE void sum_roots(const Sentence &s, i32 i, i32 end, Extremes &extremes) {
    FOR(item, 0, s.use_count[end]) {
        Chunk chunk = s.arc_chunk[s.use[(i64)end * s.arc_chunks + item]];
        Ranges ranges = s.ranges[chunk.target];
        if (chunk.begin != ranges.tag) continue;
        Sum all = no_sum();
        for (i32 at = ranges.root; at < ranges.end; at++) {
            Edge edge = s.edge[at];
            if (!has(ends_at(s, i, edge.symbol), end)) continue;
            Cell cell = *span_at(s, i, edge.symbol, end);
            offer(all, edge.weight * cell.sum, edge.log + cell.best, way_of(0, true, edge.symbol, i));
        }
        if (!(all.best > NO_TREE)) continue;
        if (has(s.active + ((i64)i * s.states + chunk.target) * s.words, end)) {
            Cell before = s.line[(i64)chunk.target * s.stride + end];
            offer(all, before.sum, before.best, s.choice[(i64)chunk.target * s.stride + end]);
        }
        set_state(s, i, end, chunk.target, all, extremes);
    }
}

// Per pair of a label that begins at `end` and a left-hand side that it completes: the sum over the states there.
DEVICE void sum_pairs(const Sentence &s, i32 i, i32 end) {
    i32 lane = thread() % GROUP;
    for (i32 item = thread() / GROUP; item < s.pair_chunks; item += threads() / GROUP) {
        Chunk chunk = s.pair_chunk[item];
        if (!any(ends_at(s, end, s.pair_label[chunk.target]), s.words)) continue;
        Sum all = no_sum();
        for (i32 at = chunk.begin + lane; at < chunk.end; at += GROUP) {
            Edge edge = s.edge[at];
            if (!has(s.active + ((i64)i * s.states + edge.source) * s.words, end)) continue;
            Cell cell = s.line[(i64)edge.source * s.stride + end];
            offer(all, edge.weight * cell.sum, edge.log + cell.best, edge.source);
        }
        bool some = join_group(all);
        if (lane != 0) continue;
        if (!chunk.whole)
            set_gift(s.pair_gift + item, all, some);
        else if (some)
            set_pair(s, end, chunk.target, all);
    }
}

// Keeps how the states from a beginning were reached, by state and end.
DEVICE void keep_ways(const Sentence &s, Board &board, i32 i) {
    FOR(x, 0, s.states) {
        const u64 *active = s.active + ((i64)i * s.states + x) * s.words;
        i32 count = 0;
        for (i32 word = 0; word < s.words; word++) count += ones(active[word]);
        if (count == 0) continue;
        i32 to = add_to(&board.kept, count);
        s.way_start[(i64)i * s.states + x] = to;
        if (to + (i64)count > s.way_room) {
            board.lost = 1;
            continue;
        }
        for (i32 word = 0; word < s.words; word++) {
            for (u64 ends = active[word]; ends; ends &= ends - 1)
                s.ways[to++] = s.choice[(i64)x * s.stride + (word << 6) + first_one(ends)];
        }
    }
}

// Lists the states that can go on from `i` to the end of a rule: over a tag or over a label that begins there.
DEVICE void list_usable(const Sentence &s, i32 i) {
    FOR(x, 0, s.states) s.flag[x] = 0;
    if (thread() == 0) s.use_count[i] = s.parted_count[i] = 0;
    join();
    i32 lane = thread() % GROUP, group = thread() / GROUP, groups = threads() / GROUP;
    for (i32 item = group; item < s.arc_chunks; item += groups) {
        Chunk chunk = s.arc_chunk[item];
        const u64 *usable = s.usable + (i64)chunk.target * s.words;
        if (!any(usable, s.words)) continue;
        i32 labels = s.ranges[chunk.target].label;
        bool next = has(usable, i + 1);
        for (i32 at = chunk.begin + lane; at < chunk.end; at += GROUP) {
            Edge edge = s.edge[at];
            if (at < labels) {
                if (next && s.tag_weight[i * s.tags + edge.symbol].sum > 0) s.flag[edge.source] = 1;
                continue;
            }
            const u64 *ends = ends_at(s, i, edge.symbol);
            u64 some = 0;
            for (i32 word = 0; word < s.words; word++) some |= ends[word] & usable[word];
            if (some) s.flag[edge.source] = 1;
        }
    }
    for (i32 tag = 0; tag < s.tags; tag++) {
        if (s.tag_weight[i * s.tags + tag].sum == 0.0) continue;
        i32 first = s.tag_chunk_start[tag * s.labels], last = s.tag_chunk_start[(tag + 1) * s.labels];
        if (first < last) FOR(at, s.tag_chunk[first].begin, s.tag_chunk[last - 1].end) s.flag[s.edge[at].source] = 1;
    }
    for (i32 item = group; item < s.pair_chunks; item += groups) {
        Chunk chunk = s.pair_chunk[item];
        if (!any(ends_at(s, i, s.pair_label[chunk.target]), s.words)) continue;
        for (i32 at = chunk.begin + lane; at < chunk.end; at += GROUP) s.flag[s.edge[at].source] = 1;
    }
    join();
    FOR(x, 1, s.states) {
        if (!s.flag[x]) continue;
        s.usable[(i64)x * s.words + (i >> 6)] |= (u64)1 << (i & 63);
        i32 first = s.ranges[x].chunk, chunks = s.ranges[x].chunks;
        i32 place = add_to(&s.use_count[i], chunks);
        for (i32 part = 0; part < chunks; part++) s.use[(i64)i * s.arc_chunks + place + part] = first + part;
        if (chunks > 1) s.parted[(i64)i * s.states + add_to(&s.parted_count[i], 1)] = x;
    }
    join();
}

// Fills the chart; returns the least and the greatest sum that this thread saw.
APART Extremes fill_chart(const Problem &p, const Marks &m, const Sentence &s, Board &board) {
    Extremes extremes = {1.0, 1.0};
    i64 cells = (i64)s.n * s.labels * s.words;
    for (i64 x = thread(); x < cells; x += threads()) s.begins[x] = s.ends[x] = 0;
    for (i64 x = thread(); x < (i64)s.n * s.states * s.words; x += threads()) s.active[x] = 0;
    for (i64 x = thread(); x < (i64)s.states * s.words; x += threads()) s.usable[x] = 0;
    if (thread() == 0) board.kept = 0;
    for (i32 i = s.n - 1; i >= 0; i--) {
        for (i64 x = thread(); x < (i64)s.pairs * s.words; x += threads()) s.pair_active[x] = 0;
        join();
        for (i32 end = i + 1; end <= s.n; end++) {
            sum_span(p, m, s, i, end, extremes);
            join();
            sum_complete(p, m, s, i, end, extremes);
            join();
            sum_chains(s, i, end);
            join();
            if (end == s.n) break;
            sum_roots(s, i, end, extremes);
            join();
            sum_pairs(s, i, end);
            join();
        }
        keep_ways(s, board, i);
        if (i > 0) list_usable(s, i);
    }
    join();
    return extremes;
}
