// Chains of unary rules: the sum over all of them, of any length, and the best one; see closure.py of the processor's
// engine, whose order of operations this keeps.

// One label becomes available as an inner label of chains.
DEVICE void pass_through(const Sentence &s, i32 middle) {
    i32 labels = s.labels;
    double loop = s.total[middle * labels + middle], rounds = loop < 1.0 ? 1.0 / (1.0 - loop) : INFINITY;
    FOR(cell, 0, labels * labels) {
        i32 a = cell / labels, b = cell % labels;
        if (a == middle || b == middle) continue;
        double there = s.total[a * labels + middle], below = s.total[middle * labels + b];
        if (there == 0.0 || !(below > 0)) continue;
        s.total[cell] += there * rounds * below;
        double best = s.best[a * labels + middle] + s.best[middle * labels + b];
        if (best > s.best[cell]) {
            s.best[cell] = best;
            s.step[cell] = s.step[a * labels + middle];
        }
    }
    join();
    FOR(x, 0, labels) {
        if (x == middle) {
            s.total[middle * labels + middle] = loop * rounds;
        } else {
            if (s.total[x * labels + middle] != 0.0) s.total[x * labels + middle] *= rounds;
            if (s.total[middle * labels + x] > 0) s.total[middle * labels + x] *= rounds;
        }
    }
    join();
}

APART void close_unaries(const Problem &p, const Marks &m, const Sentence &s, Board &board) {
    i32 labels = s.labels, total;
    FOR(cell, 0, labels * labels) {
        s.total[cell] = 0.0;
        s.best[cell] = NO_TREE;
        s.step[cell] = -1;
    }
    join();
    FOR(u, 0, p.unaries) {
        i32 rule = p.unary_slot[u], child = m.label[p.unary_child[u]];
        if (child < 0 || m.dead[rule]) continue;
        i32 parent = m.label[p.lhs[rule]], cell = parent * labels + child;
        Cell weight = weight_of(p, s.number, rule);
        s.total[cell] = weight.sum;
        s.best[cell] = weight.best;
        s.step[cell] = child;
    }
    join();
    for (i32 middle = 0; middle < labels; middle++) pass_through(s, middle);
    Stretch mine = stretch_of(labels);
    i32 count = 0;
    for (i32 a = mine.begin; a < mine.end; a++) {
        for (i32 b = 0; b < labels; b++) count += a == b || s.total[a * labels + b] > 0;
    }
    i32 next = sum_before(board, count, &total);
    for (i32 a = mine.begin; a < mine.end; a++) {
        s.chain_start[a] = next;
        for (i32 b = 0; b < labels; b++) {
            double sum = s.total[a * labels + b];
            if (a == b) s.chain[next++] = {sum + 1.0, 0.0, b, b};
            else if (sum > 0) s.chain[next++] = {sum, s.best[a * labels + b], b, b};
        }
    }
    if (thread() == 0) s.chain_start[labels] = total;
    join();
}
