// Exact sums over all trees and substates under a latent-variable grammar, and max-rule trees: each block of threads takes
// one sentence after the other.

#ifndef NEAR
#define NEAR 2048  // numbers of products that a block keeps where it reaches them faster
#endif

// Whether no product can have become zero that is not: numbers were far enough above the least that there is.
DEVICE bool none_lost(const Problem &p, const Team &team) {
    return 2 * log2(as_number(team.least)) + team.deepest + p.log_least > DEEP;
}

APART i32 infer_sentence(const Problem &p, Team &team, double *near) {
    Sentence &s = team.s;
    if (!make_room(p, s, team.room, team.lost)) return NO_ROOM;
    Products room;
    room.room = NEAR / group_count();
    room.near = near + my_group() * room.room, room.far = s.products + my_group() * p.most_cells;
    fill_inside(p, s, team, room);
    i64 root = span_of(s, 0, s.n);
    const double *top = s.top + root * p.states;
    double sum = 0.0;
    for (i32 a = p.state[p.start]; a < p.state[p.start + 1]; a++) sum += top[a];
    if (!(sum > 0.0)) return none_lost(p, team) ? DONE : OUT_OF_RANGE;
    double whole = log2(sum) + s.exponent[root];
    if (p.trees || !none_lost(p, team)) {
        fill_outside(p, s, team, room, s.exponent[root] + power_of(sum));
        if (-KEPT - team.margin >= LAST) return OUT_OF_RANGE;
    }
    if (p.trees) {
        fill_max_rule(p, s, team, room, whole);
        // A rule whose posterior was lost cannot be in a tree that is so good.
        if (!(s.score_top[root * p.symbols + p.start] + LAST > -KEPT - team.margin)) return OUT_OF_RANGE;
    }
    if (thread() == 0) {
        i32 nodes = p.trees ? trace(p, s) : 0;
        if (nodes >= 0) p.total[s.number] = whole, p.node_count[s.number] = nodes;
        team.lost = nodes < 0;
    }
    join();
    return team.lost ? TOO_MANY_NODES : DONE;
}

DEVICE void infer_team(const Problem &p, Team &team, double *near) {
    Sentence &s = team.s;
    if (thread() == 0) team.room.begin = (u8 *)0, team.room.bytes = 0;
    while (true) {
        if (thread() == 0) {
            team.item = add_to(p.next, 1);
            if (team.item < p.count) {
                s.number = p.order[team.item];
                s.begin = p.offsets[s.number];
                s.n = (i32)(p.offsets[s.number + 1] - s.begin);
                s.words = (s.n >> 6) + 1;
            }
        }
        join();
        if (team.item >= p.count) return;
        i32 status = infer_sentence(p, team, near);
        if (thread() == 0) p.status[s.number] = status;
        join();
    }
}

#ifdef EMULATED
extern "C" void infer_latent(const Problem *problem, i32 count) {
    static Team team;
    static double near[NEAR];
    run_block(count, [problem] { infer_team(*problem, team, near); });
}
#else
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) infer_latent(const Problem *problem) {
    __shared__ Team team;
    __shared__ double near[NEAR];
    infer_team(*problem, team, near);
}
#endif
