// What the nodes of a given tree cost, in bits: see node_bits.py of the processor's engine, whose order of operations
// this keeps. Each group of threads takes one node after the other.

// A child of a node: a label or a tag, numbered as in the sentence (-1: not there), and where it is in the given tree.
struct Child {
    i32 symbol, begin, end;
    bool is_tag;
};

DEVICE i32 label_of_node(const Problem &p, const Marks &m, i64 node) {
    i32 label = p.given_label[node];
    return label < 0 ? -1 : m.label[label];
}

// The child that begins at `at`. `below` is the node that it is if it is a node, and becomes the first after its tree.
DEVICE Child next_child(const Problem &p, const Marks &m, const Sentence &s, i32 at, i64 &below) {
    i64 last = p.given_first[s.number + 1];
    if (below < last && p.given_left[below] == at) {
        Child child = {label_of_node(p, m, below), at, p.given_right[below], false};
        while (below < last && p.given_left[below] < child.end) below++;
        return child;
    }
    i32 tag = p.given_tag[s.begin + at] - (i32)p.labels;
    return {tag < 0 ? -1 : m.tag[tag], at, at + 1, true};
}

// log2 of the inside probability of a child if it were over this span.
DEVICE double log_inside(const Sentence &s, const Child &child, i32 begin, i32 end, double slope) {
    if (child.symbol < 0) return NO_TREE;
    if (child.is_tag) return s.tag_weight[begin * s.tags + child.symbol].best;
    if (!has(begins_at(s, child.symbol, end), begin)) return NO_TREE;
    return log2(span_at(s, begin, child.symbol, end)->sum) - slope * (end - begin);
}

// log2(2^one + 2^other).
DEVICE double log_plus(double one, double other) {
    double most = greater_of(one, other), least = one < other ? one : other;
    return least > NO_TREE ? most + log2(1.0 + exp2(least - most)) : most;
}

// log2 of the sum over all places where the children of a node can divide its span of the product of their inside
// probabilities. Each child but the last has numbers by its end, the sum over the places of those before it.
DEVICE double over_places(const Problem &p, const Marks &m, const Sentence &s, i64 node, i32 count, double slope,
                          i32 lane) {
    i32 left = p.given_left[node], right = p.given_right[node], at = left;
    double *before = s.places + (i64)(thread() / GROUP) * 2 * (s.n + 1), *after = before + s.n + 1;
    i64 below = node + 1;
    for (i32 end = left + lane; end <= right; end += GROUP) before[end] = end == left ? 0.0 : NO_TREE;
    join_members();
    for (i32 number = 0; number < count; number++) {
        Child child = next_child(p, m, s, at, below);
        i32 rest = count - number - 1;
        at = child.end;
        for (i32 end = left + lane; end <= right; end += GROUP) {
            double all = NO_TREE;
            bool fits = end > left + number && (rest > 0 ? end <= right - rest : end == right);
            i32 begin = child.is_tag ? end - 1 : left + number;
            for (; fits && begin < end; begin++) {
                if (before[begin] > NO_TREE)
                    all = log_plus(all, before[begin] + log_inside(s, child, begin, end, slope));
            }
            after[end] = all;
        }
        join_members();
        double *other = before;
        before = after;
        after = other;
    }
    double all = before[right];
    join_members();
    return all;
}

// Writes for each node of the given tree which rule, and where.
APART void measure_nodes(const Problem &p, const Marks &m, const Sentence &s, double slope) {
    i64 first = p.given_first[s.number];
    i32 lane = thread() % GROUP, nodes = p.given_first[s.number + 1] - first;
    for (i32 item = thread() / GROUP; item < nodes; item += threads() / GROUP) {
        i64 node = first + item, below = node + 1;
        Child whole = {label_of_node(p, m, node), p.given_left[node], p.given_right[node], false};
        i32 count = 0;
        double here = 0.0;
        for (i32 at = whole.begin; at < whole.end; count++) {
            Child child = next_child(p, m, s, at, below);
            here += log_inside(s, child, child.begin, child.end, slope);
            at = child.end;
        }
        double everywhere = here;
        if (count > 1 && whole.end - whole.begin > count) everywhere = over_places(p, m, s, node, count, slope, lane);
        if (lane != 0) continue;
        p.bits[2 * node] = log_inside(s, whole, whole.begin, whole.end, slope) - p.given_rule[node] - everywhere;
        p.bits[2 * node + 1] = everywhere - here;
    }
}
