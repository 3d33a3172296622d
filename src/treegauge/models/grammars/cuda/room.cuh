// Room for a sentence: its part of the network and its chart.

// How many numbers by place `measure_nodes` needs: two lists for each group, if the sentence has a tree to measure.
DEVICE i64 places_needed(const Problem &p, const Sentence &s) {
    if (!p.given || !p.given_wanted[s.number]) return 0;
    return (i64)(threads() / GROUP) * 2 * (s.n + 1);
}

// Sets the arrays of a sentence from `at` on; returns where they end.
DEVICE u8 *carve_sentence(Sentence &s, u8 *at) {
    i64 n = s.n, states = s.states, labels = s.labels, words = s.words, stride = s.stride;
    carve(at, s.edge, s.edges);
    carve(at, s.ranges, states);
    carve(at, s.lhs_start, labels + 1);
    carve(at, s.pair_label, s.pairs);
    carve(at, s.total, labels * labels);
    carve(at, s.best, labels * labels);
    carve(at, s.step, labels * labels);
    carve(at, s.chain_start, labels + 1);
    carve(at, s.chain, labels * labels);
    carve(at, s.tag_weight, n * s.tags);
    carve(at, s.line, states * stride);
    carve(at, s.choice, states * stride);
    carve(at, s.active, n * states * words);
    carve(at, s.way_start, n * states);
    carve(at, s.ways, s.way_room);
    carve(at, s.usable, states * words);
    carve(at, s.flag, states);
    carve(at, s.arc_chunk, s.arc_chunks);
    carve(at, s.tag_chunk, s.tag_chunks);
    carve(at, s.pair_chunk, s.pair_chunks);
    carve(at, s.tag_chunk_start, s.tags * labels + 1);
    carve(at, s.pair_chunk_start, s.pairs + 1);
    carve(at, s.arc_gift, s.arc_chunks);
    carve(at, s.tag_gift, s.tag_chunks);
    carve(at, s.pair_gift, s.pair_chunks);
    carve(at, s.use_count, n + 1);
    carve(at, s.use, n * s.arc_chunks);
    carve(at, s.parted_count, n + 1);
    carve(at, s.parted, n * states);
    carve(at, s.pair, s.pairs * stride);
    carve(at, s.pair_state, s.pairs * stride);
    carve(at, s.pair_active, s.pairs * words);
    carve(at, s.pair_sum, s.pairs);
    carve(at, s.complete, labels);
    carve(at, s.span, n * labels * stride);
    carve(at, s.via, n * labels * stride);
    carve(at, s.last, n * labels * stride);
    carve(at, s.begins, n * labels * words);
    carve(at, s.ends, n * labels * words);
    carve(at, s.stack, 4 * (n + 1));
    carve(at, s.places, s.place_room);
    return at;
}

// Room for the sentence: that of the one before, if it is large enough, or new room. False if there is none.
APART bool make_room(const Problem &p, Sentence &s, Room &room, Board &board) {
    if (thread() == 0) {
        i64 most_ways = (i64)s.n * (s.n - 1) / 2 * s.states;
        bool countable = most_ways <= 0x7fffffff;  // in 32 bits
        s.way_room = most_ways * p.way_percent / 100 + s.states;
        s.place_room = places_needed(p, s);
        i64 bytes = carve_sentence(s, (u8 *)0) - (u8 *)0;
        if (countable && bytes > room.bytes) take_room(p, room, bytes);
        board.lost = !countable || bytes > room.bytes;
        if (!board.lost) carve_sentence(s, room.begin);
    }
    join();
    return !board.lost;
}
