// The best tree of a sentence, read off its chart from the top down by one thread.

// Writes one node; what its children are below, or -1 where there is no room for it.
DEVICE i32 write_node(i32 *node, i32 &count, i64 most, i32 symbol, i32 above, i32 begin, i32 end) {
    if (count == most) return -1;
    node[4 * count] = symbol, node[4 * count + 1] = above, node[4 * count + 2] = begin, node[4 * count + 3] = end;
    return count++;
}

// The places of the substates at both ends of the most probable chain between two symbols over a span.
DEVICE void best_ends(const Problem &p, const Sentence &s, i64 at, i32 parent, i32 child, i32 &from, i32 &to) {
    const double *around = s.top_around + at * p.states, *low = s.low + at * p.states;
    double most = NO_TREE;
    for (i32 a = p.state[parent]; a < p.state[parent + 1]; a++) {
        for (i32 b = p.state[child]; b < p.state[child + 1]; b++) {
            if (!(around[a] > 0.0 && low[b] > 0.0)) continue;
            double value = p.log_chain[p.place[a] * p.places + p.place[b]] + log2(around[a]) + log2(low[b]);
            if (value > most + TIE) most = value, from = p.place[a], to = p.place[b];
        }
    }
}

// Writes the nodes (rows: label, parent, begin, end) in preorder, and what the words have above them; how many nodes, or
// -1 where there is no room for them.
APART i32 trace(const Problem &p, const Sentence &s) {
    i64 room = p.node_first[s.number + 1] - p.node_first[s.number];
    i32 *node = p.node + 4 * p.node_first[s.number], *stack = s.stack, depth = 1, count = 0;
    stack[0] = p.start, stack[1] = 0, stack[2] = s.n, stack[3] = -1;
    while (depth > 0) {
        depth--;
        i32 symbol = stack[4 * depth], begin = stack[4 * depth + 1], end = stack[4 * depth + 2];
        i32 above = stack[4 * depth + 3], from = 0, to = 0;
        i64 at = span_of(s, begin, end);
        if (p.kind[symbol] == LABEL) {
            above = write_node(node, count, room, symbol, above, begin, end);
            if (above < 0) return -1;
        }
        i32 bottom = s.chain[at * p.symbols + symbol];
        if (bottom >= 0) {
            best_ends(p, s, at, symbol, bottom, from, to);
            do {
                from = p.step[from * p.places + to];
                if (p.kind[p.place_owner[from]] == LABEL) {
                    above = write_node(node, count, room, p.place_owner[from], above, begin, end);
                    if (above < 0) return -1;
                }
            } while (from != to);
            symbol = bottom;
        }
        if (end == begin + 1) {
            p.token_parent[s.begin + begin] = above;
            p.token_tag[s.begin + begin] = symbol;
            continue;
        }
        i32 split = s.split[at * p.symbols + symbol], pair = p.block_pair[s.rule[at * p.symbols + symbol]];
        i32 *right = stack + 4 * depth, *left = right + 4;
        right[0] = p.pair_right[pair], right[1] = split, right[2] = end, right[3] = above;
        left[0] = p.pair_left[pair], left[1] = begin, left[2] = split, left[3] = above;
        depth += 2;
    }
    return count;
}
