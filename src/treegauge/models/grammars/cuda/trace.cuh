// The best tree of a sentence, read off its chart from the top down by one thread.

// How a state that began at `begin` was reached at `end`.
DEVICE u64 way_to(const Sentence &s, i32 begin, i32 state, i32 end) {
    i64 row = (i64)begin * s.states + state;
    const u64 *active = s.active + row * s.words;
    i32 before = 0;
    for (i32 word = 0; word < end >> 6; word++) before += ones(active[word]);
    before += ones(active[end >> 6] & (((u64)1 << (end & 63)) - 1));
    return s.ways[s.way_start[row] + before];
}

// Writes the nodes (rows: label, parent, begin, end) in preorder, and what the words have above them. Returns how many
// nodes there are, or -1 if there is no room for them.
APART i32 trace(const Problem &p, const Marks &m, const Sentence &s) {
    i64 most = p.node_first[s.number + 1] - p.node_first[s.number];
    i32 *node = p.node + 4 * p.node_first[s.number], *parents = p.token_parent + s.begin;
    i32 *tags = p.token_tag + s.begin, *stack = s.stack, depth = 1, count = 0;
    stack[0] = s.start, stack[1] = 0, stack[2] = s.n, stack[3] = -1;
    while (depth > 0) {
        depth--;
        i32 label = stack[4 * depth], begin = stack[4 * depth + 1], end = stack[4 * depth + 2];
        i32 above = stack[4 * depth + 3], bottom = s.via[place_at(s, begin, label, end)];
        while (true) {
            if (count == most) return -1;
            node[4 * count] = m.label_of[label], node[4 * count + 1] = above;
            node[4 * count + 2] = begin, node[4 * count + 3] = end;
            above = count++;
            if (label == bottom) break;
            label = s.step[label * s.labels + bottom];
        }
        u64 last = s.last[place_at(s, begin, bottom, end)];
        bool is_label = last >> 63;
        i32 state = is_label ? last & 0x7fffffff : last >> 16, at = is_label ? last >> 47 & 0xffff : end - 1;
        i32 child = is_label ? (i32)(last >> 31 & 0xffff) : m.tag_of[last & 0xffff];
        while (true) {
            if (is_label) {
                stack[4 * depth] = child, stack[4 * depth + 1] = at, stack[4 * depth + 2] = end;
                stack[4 * depth + 3] = above;
                depth++;
            } else {
                parents[at] = above;
                tags[at] = child;
            }
            if (at == begin) break;
            end = at;
            u64 way = way_to(s, begin, state, end);
            is_label = way >> 32 & 1, state = way >> 33, at = way & 0xffff;
            child = (i32)(way >> 16 & 0xffff) + (is_label ? 0 : (i32)p.labels);
        }
    }
    return count;
}
