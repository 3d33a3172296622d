// The classical CKY parser in C++: a peer of the inference engine, written as the textbook has it.
//
// The rules are binary and listed by their left symbol. The chart has a cell for every symbol over every span, and each
// span has a list of the symbols that it holds. For each span, split point, left symbol and rule of that symbol, the
// sum and the best value are updated; chains of unary rules are added with tables that are made beforehand. Only used
// cells are cleared. Best trees are followed by back pointers.
//
//   classical TABLES      (written by classical.py)
//
// prints for each sentence log2 of the sum over its trees, log2 of the best tree, and how many nodes that tree has.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

using Ints = std::vector<int32_t>;
using Floats = std::vector<double>;

const double SCALE = 16;  // a tag counts 2^4, undone in the logarithm

struct Rule {
    int32_t right, above;
    double weight;
};

struct Back {
    int32_t split, left, right, below;
};

struct Cell {
    double total, best;
};

template <typename T> std::vector<T> read(FILE* file) {
    int64_t size;
    if (std::fread(&size, sizeof size, 1, file) != 1) return {};
    std::vector<T> values(size);
    if (std::fread(values.data(), sizeof(T), size, file) != size_t(size)) return {};
    return values;
}

struct Grammar {
    int labels, tags, start, size;
    Ints first;
    std::vector<Rule> rules;
    Floats lexical;                                // [tag][label]
    std::vector<std::vector<int32_t>> above;       // the labels above each label by unary rules, and itself
    std::vector<std::vector<Cell>> chain;          // the sum over these chains, and the best one
};

Grammar read_grammar(FILE* file) {
    Grammar grammar;
    Ints numbers = read<int32_t>(file);
    grammar.labels = numbers[0], grammar.tags = numbers[1], grammar.start = numbers[2];
    grammar.first = read<int32_t>(file);
    grammar.size = int(grammar.first.size()) - 1;
    Ints right = read<int32_t>(file), above = read<int32_t>(file);
    Floats weight = read<double>(file);
    for (size_t rule = 0; rule < right.size(); rule++) grammar.rules.push_back({right[rule], above[rule], weight[rule]});
    grammar.lexical = read<double>(file);
    Floats chains = read<double>(file), best = read<double>(file);
    int labels = grammar.labels;
    grammar.above.resize(labels), grammar.chain.resize(labels);
    for (int below = 0; below < labels; below++)
        for (int label = 0; label < labels; label++)
            if (best[label * labels + below] > 0) {
                grammar.above[below].push_back(label);
                grammar.chain[below].push_back({chains[label * labels + below], best[label * labels + below]});
            }
    return grammar;
}

struct Chart {
    const Grammar& grammar;
    int length = 0;
    std::vector<Cell> cells;
    std::vector<Back> backs;
    std::vector<Ints> active;

    Cell* row(int i, int k) { return &cells[size_t(i * (length + 1) + k) * grammar.size]; }
    Back* back(int i, int k) { return &backs[size_t(i * (length + 1) + k) * grammar.size]; }
    Ints& symbols(int i, int k) { return active[i * (length + 1) + k]; }

    void clear() {
        for (int i = 0; i < length; i++)
            for (int k = i + 1; k <= length; k++) {
                Cell* cell = row(i, k);
                for (int32_t symbol : symbols(i, k)) cell[symbol] = {0, 0};
                symbols(i, k).clear();
            }
    }

    void over_tag(int i, int tag) {
        Cell* cell = row(i, i + 1);
        Back* origin = back(i, i + 1);
        cell[grammar.labels + tag] = {SCALE, SCALE};
        symbols(i, i + 1).push_back(grammar.labels + tag);
        for (int label = 0; label < grammar.labels; label++) {
            double weight = SCALE * grammar.lexical[tag * grammar.labels + label];
            cell[label] = {weight, weight};
            origin[label].split = -1;
        }
    }

    void over_split(int i, int j, int k) {
        const Cell *low = row(i, j), *high = row(j, k);
        Cell* cell = row(i, k);
        Back* origin = back(i, k);
        for (int32_t left : symbols(i, j)) {
            Cell one = low[left];
            for (int32_t number = grammar.first[left]; number < grammar.first[left + 1]; number++) {
                const Rule& rule = grammar.rules[number];
                Cell other = high[rule.right];
                if (other.total == 0) continue;
                Cell& sum = cell[rule.above];
                if (sum.total == 0 && rule.above >= grammar.labels) symbols(i, k).push_back(rule.above);
                sum.total += one.total * other.total * rule.weight;
                double best = one.best * other.best * rule.weight;
                if (best > sum.best) {
                    sum.best = best;
                    origin[rule.above] = {j, left, rule.right, 0};
                }
            }
        }
    }

    void over_chains(int i, int k) {
        Cell* cell = row(i, k);
        Back* origin = back(i, k);
        std::vector<Cell> before(cell, cell + grammar.labels);
        for (int label = 0; label < grammar.labels; label++) cell[label] = {0, 0};
        for (int below = 0; below < grammar.labels; below++) {
            if (before[below].total == 0) continue;
            for (size_t place = 0; place < grammar.above[below].size(); place++) {
                int32_t label = grammar.above[below][place];
                Cell chain = grammar.chain[below][place];
                cell[label].total += chain.total * before[below].total;
                double best = chain.best * before[below].best;
                if (best > cell[label].best) {
                    cell[label].best = best;
                    origin[label].below = below;
                }
            }
        }
        for (int label = 0; label < grammar.labels; label++)
            if (cell[label].total > 0) symbols(i, k).push_back(label);
    }

    void fill(const int32_t* tags, int size) {
        clear();
        length = size;
        size_t spans = size_t(length + 1) * (length + 1);
        if (active.size() < spans) {
            active.resize(spans);
            cells.assign(spans * grammar.size, {0, 0});
            backs.resize(spans * grammar.size);
        }
        for (int width = 1; width <= length; width++)
            for (int i = 0; i + width <= length; i++) {
                if (width == 1) over_tag(i, tags[i]);
                for (int j = i + 1; j < i + width; j++) over_split(i, j, i + width);
                over_chains(i, i + width);
            }
    }

    // The nodes of the best tree below a symbol; a chain of unary rules counts as one.
    int nodes(int i, int k, int32_t symbol) {
        bool label = symbol < grammar.labels;
        if (symbol >= grammar.labels && symbol < grammar.labels + grammar.tags) return 0;
        const Back& origin = back(i, k)[label ? back(i, k)[symbol].below : symbol];
        if (origin.split < 0) return 1;
        return label + nodes(i, origin.split, origin.left) + nodes(origin.split, k, origin.right);
    }
};

int main(int, char** arguments) {
    FILE* file = std::fopen(arguments[1], "rb");
    Grammar grammar = read_grammar(file);
    Ints offsets = read<int32_t>(file), tags = read<int32_t>(file);
    Chart chart{grammar, 0, {}, {}, {}};
    for (size_t sentence = 0; sentence + 1 < offsets.size(); sentence++) {
        int length = offsets[sentence + 1] - offsets[sentence];
        chart.fill(&tags[offsets[sentence]], length);
        Cell whole = chart.row(0, length)[grammar.start];
        int count = whole.total > 0 ? chart.nodes(0, length, grammar.start) : 0;
        std::printf("%.15g %.15g %d\n", std::log2(whole.total) - 4 * length, std::log2(whole.best) - 4 * length, count);
    }
}
