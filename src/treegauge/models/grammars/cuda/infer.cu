// Sums over all trees and best trees of sentences under a grammar: each team of threads takes one sentence after the
// other.

#define LEAST 1e-280  // sums beyond these may have lost digits
#define MOST 1e280
#define TRIES 6       // other scales, before the sentence is left to the processor

// Another slope: the guess, then one between those that were too low and too high, or one beyond them.
DEVICE double next_slope(i32 attempt, double slope, double guess, double low, double high) {
    if (attempt == 0) return guess;
    if (low > -INFINITY && high < INFINITY) return (low + high) / 2;
    return high < INFINITY ? slope - exp2((double)attempt - 2) : slope + exp2((double)attempt - 2);
}

// The chart at a scale at which no digits are lost, and the results read off it.
APART i32 solve(const Problem &p, const Marks &m, const Sentence &s, Board &board) {
    double slope = 4.0, low = -INFINITY, high = INFINITY;
    for (i32 attempt = 0; attempt < TRIES; attempt++) {
        if (thread() == 0) board.least = as_bits(1.0), board.most = as_bits(1.0);
        weigh_tags(p, m, s, slope);
        Extremes extremes = fill_chart(p, m, s, board);
        if (extremes.least < 1.0) lower(&board.least, as_bits(extremes.least));
        if (extremes.most > 1.0) raise(&board.most, as_bits(extremes.most));
        join();
        if (board.lost) return NO_ROOM;
        if (!has(begins_at(s, s.start, s.n), 0)) return DONE;
        Cell whole = *span_at(s, 0, s.start, s.n);
        bool too_low = !(as_number(board.least) >= LEAST), too_high = !(as_number(board.most) <= MOST);
        if (!too_low && !too_high) {
            if (thread() == 0) {
                p.results[2 * s.number] = log2(whole.sum) - slope * s.n;
                p.results[2 * s.number + 1] = whole.best;
                i32 nodes = trace(p, m, s);
                p.node_count[s.number] = nodes < 0 ? 0 : nodes;
                board.changed = nodes < 0;  // not `lost`, which other threads may still have to read
            }
            join();
            if (board.changed) return TOO_MANY_NODES;
            if (s.place_room > 0) measure_nodes(p, m, s, slope);
            return DONE;
        }
        low = too_high ? low : slope, high = too_high ? slope : high;
        slope = next_slope(attempt, slope, -whole.best / s.n, low, high);
        join();
    }
    return OUT_OF_RANGE;
}

// Selects the part of the network, fills the chart, reads the best tree.
APART i32 infer_sentence(const Problem &p, Team &team) {
    const Marks &m = team.m;
    Sentence &s = team.s;
    Board &board = team.board;
    if (!number_tags(p, m, s, board)) return DONE;
    mark_reached(p, m, s, board);
    mark_useful(p, m, board);
    i32 states = number_wanted(board, m.useful, p.states, m.state, m.state_of);
    i32 labels = number_wanted(board, m.good, p.labels, m.label, m.label_of);
    if (thread() == 0) s.states = states, s.labels = labels, s.start = labels > 0 ? m.label[p.start] : -1;
    join();
    if (s.start < 0) return DONE;
    rank_edges(p, m, s, board);
    Bases base = count_part(p, m, s, board);
    if (!make_room(p, s, team.room, board)) return NO_ROOM;
    copy_part(p, m, s, base);
    close_unaries(p, m, s, board);
#if TEAM > 1
    // Each block keeps a copy where it is read faster.
    __shared__ Sentence near;
    if (threadIdx.x == 0) near = s;
    __syncthreads();
    return solve(p, m, near, board);
#else
    return solve(p, m, s, board);
#endif
}

DEVICE void infer_team(const Problem &p, Team &team) {
    const Marks &m = team.m;
    Sentence &s = team.s;
    if (thread() == 0) {
        carve_marks(p, team.m);
        team.room.begin = (u8 *)0;
        team.room.bytes = 0;
    }
    join();
    mark_dead(p, m, -1, false);
    while (true) {
        if (thread() == 0) {
            team.item = add_to(p.next, 1);
            if (team.item < p.count) {
                s.number = p.order[team.item];
                s.begin = p.offsets[s.number];
                s.n = p.offsets[s.number + 1] - s.begin;
                s.items = p.reading_first[s.begin + s.n] - p.reading_first[s.begin];
                s.words = (s.n >> 6) + 1;
                s.stride = (s.n + 8) & ~7;
                team.board.lost = 0;
            }
        }
        join();
        if (team.item >= p.count) return;
        mark_dead(p, m, s.number, false);
        i32 status = infer_sentence(p, team);
        if (thread() == 0) p.status[s.number] = status;
        join();
        mark_dead(p, m, s.number, true);
    }
}

#ifdef EMULATED
extern "C" void infer_sentences(const Problem *problem, i32 count) {
    static Team team;
    run_block(count, [problem] { infer_team(*problem, team); });
}
#elif TEAM == 1
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) infer_sentences(const Problem *problem) {
    __shared__ Team team;
    infer_team(*problem, team);
}
#else
extern "C" __global__ void __cluster_dims__(TEAM, 1, 1) __launch_bounds__(THREADS, BLOCKS)
    infer_sentences(const Problem *problem) {
    infer_team(*problem, *(Team *)(problem->marks + team() * problem->mark_bytes));
}
#endif
