// The sums over the ways to a state or to the end of a rule: over a tag, or over a label that begins at any place. A
// sum over many edges is made in chunks, whose sums are the gifts.

// The least and the greatest sum of a state or a left-hand side: near the ends of what doubles can hold, digits may be
// lost.
struct Extremes {
    double least, most;
};

DEVICE void widen(Extremes &extremes, double value) {
    extremes.least = value < extremes.least ? value : extremes.least;
    extremes.most = value > extremes.most ? value : extremes.most;
}

// The weights of the tags of each word, 2^slope times as large in sums, so that these stay near one.
DEVICE void weigh_tags(const Problem &p, const Marks &m, const Sentence &s, double slope) {
    double boost = exp2(slope);
    FOR(cell, 0, s.n * s.tags) s.tag_weight[cell] = {0.0, NO_TREE};
    join();
    FOR(k, 0, s.n) {
        for (i64 item = p.reading_first[s.begin + k]; item < p.reading_first[s.begin + k + 1]; item++) {
            i32 tag = m.tag[p.reading_tag[item] - p.labels];
            s.tag_weight[k * s.tags + tag] = {p.reading_weight[2 * item] * boost, p.reading_weight[2 * item + 1]};
        }
    }
    join();
}

// What an edge over a tag at `k` gives to the state that it leads to, or to the end of a rule, where the state before
// it began at `i`. False if it gives nothing.
DEVICE bool before_tag(const Sentence &s, const Edge &edge, i32 i, i32 k, Cell &cell) {
    Cell tag = s.tag_weight[k * s.tags + edge.symbol];
    if (tag.sum == 0.0) return false;
    Cell before = {1.0, 0.0};
    if (edge.source == 0) {
        if (k != i) return false;
    } else {
        if (!has(s.active + ((i64)i * s.states + edge.source) * s.words, k)) return false;
        before = s.line[(i64)edge.source * s.stride + k];
    }
    cell = {edge.weight * before.sum * tag.sum, edge.log + before.best + tag.best};
    return true;
}

// Offers all ways over a label that begins after `i` and ends at `end`: `before` are the numbers of what comes before
// it, by place, and `active` has a bit for each place that has one.
template <typename Way>
DEVICE void offer_spans(const Sentence &s, i32 i, i32 end, i32 lane, i32 label, const u64 *active, const Cell *before,
                        Cell edge, Sum &all, Way way) {
    const u64 *begins = begins_at(s, label, end);
    const Cell *span = span_at(s, 0, label, end);
    for (i32 word = i >> 6; word <= (end - 1) >> 6; word++) {
        u64 places = active[word] & begins[word];
#if GROUP >= 16
#pragma unroll
        for (i32 from = 0; from < 64; from += GROUP) {
#else
        while (places) {
            i32 from = first_one(places) & ~(GROUP - 1);
#endif
            i32 k = from + lane;
            if (places >> k & 1) {
                k += word << 6;
                Cell one = before[k], other = span[k];
                offer(all, edge.sum * one.sum * other.sum, edge.best + one.best + other.best, way(k));
            }
#if GROUP < 16
            places &= GROUP + from >= 64 ? 0 : ~(u64)0 << (from + GROUP);
#endif
        }
    }
}

// Whether a state that is active has a label after it that ends at `end`.
DEVICE bool meets(const Sentence &s, i32 i, i32 end, const Edge &edge) {
    const u64 *active = s.active + ((i64)i * s.states + edge.source) * s.words;
    const u64 *begins = begins_at(s, edge.symbol, end);
    u64 some = 0;
    for (i32 word = i >> 6; word <= (end - 1) >> 6; word++) some |= active[word] & begins[word];
    return some != 0;
}

// What some edges give to a state that began at `i`, at `end`: over a tag, or over a label that begins after `i`.
DEVICE Sum sum_arcs(const Problem &p, const Marks &m, const Sentence &s, i32 i, i32 end, const Chunk &chunk, i32 lane) {
    Sum all = no_sum();
    i32 labels = s.ranges[chunk.target].label;
    for (i32 at = chunk.begin; at < chunk.end; at += GROUP) {
        i32 mine = at + lane;
        Edge edge;
        bool some = false;
        if (mine < chunk.end) {
            edge = s.edge[mine];
            Cell cell;
            if (mine >= labels)
                some = meets(s, i, end, edge);
            else if (before_tag(s, edge, i, end - 1, cell))
                offer(all, cell.sum, cell.best, way_of(edge.source, false, m.tag_of[edge.symbol] - p.labels, end - 1));
        }
        for (unsigned left = votes(some); left; left &= left - 1) {
            edge = s.edge[at + first_one(left)];
            offer_spans(s, i, end, lane, edge.symbol, s.active + ((i64)i * s.states + edge.source) * s.words,
                        s.line + (i64)edge.source * s.stride, {edge.weight, edge.log}, all,
                        [&](i32 k) { return way_of(edge.source, true, edge.symbol, k); });
        }
    }
    return all;
}

DEVICE void set_state(const Sentence &s, i32 i, i32 end, i32 x, const Sum &all, Extremes &extremes) {
    s.line[(i64)x * s.stride + end] = {all.sum, all.best};
    s.choice[(i64)x * s.stride + end] = all.way;
    s.active[((i64)i * s.states + x) * s.words + (end >> 6)] |= (u64)1 << (end & 63);
    widen(extremes, all.sum);
}

DEVICE void set_gift(Sum *gift, const Sum &all, bool some) {
    if (some)
        *gift = all;
    else
        gift->best = NO_TREE;
}

// The sum of what the chunks of a list gave.
DEVICE void add_gifts(Sum &all, const Sum *gift, i32 begin, i32 end, i32 lane) {
    for (i32 part = begin + lane; part < end; part += GROUP) {
        if (gift[part].best > NO_TREE) add(all, gift[part]);
    }
}

DEVICE void set_pair(const Sentence &s, i32 end, i32 pair, const Sum &all) {
    s.pair[(i64)pair * s.stride + end] = {all.sum, all.best};
    s.pair_state[(i64)pair * s.stride + end] = all.way;
    s.pair_active[(i64)pair * s.words + (end >> 6)] |= (u64)1 << (end & 63);
}
