// A block of threads on a processor, for tests: one block, whose threads are those of the program.
#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#define DEVICE static inline
#define APART static

// Where so many threads wait for each other. There are more of them than processors, so they let others run.
class Barrier {
    std::atomic<i32> arrived{0}, round{0};

  public:
    i32 count = 1;
    void wait() {
        i32 now = round.load();
        if (arrived.fetch_add(1) + 1 == count) {
            arrived.store(0);
            round.fetch_add(1);
            return;
        }
        while (round.load() == now) std::this_thread::yield();
    }
};

static i32 thread_count = 1;
static thread_local i32 thread_number = 0;
static Barrier everyone, groups[1024];
static u64 slots[1024];

DEVICE i32 thread() { return thread_number; }
DEVICE i32 threads() { return thread_count; }
DEVICE i32 team() { return 0; }
DEVICE void join() { everyone.wait(); }
DEVICE i32 add_to(i32 *number, i32 more) { return __atomic_fetch_add(number, more, __ATOMIC_RELAXED); }
DEVICE u64 add_to(u64 *number, u64 more) { return __atomic_fetch_add(number, more, __ATOMIC_RELAXED); }
template <typename Kind> DEVICE void replace_if(Kind *number, Kind other, bool below) {
    Kind now = __atomic_load_n(number, __ATOMIC_RELAXED);
    while ((below ? other < now : other > now) &&
           !__atomic_compare_exchange_n(number, &now, other, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}
DEVICE void lower(i32 *number, i32 other) { replace_if(number, other, true); }
DEVICE void lower(u64 *number, u64 other) { replace_if(number, other, true); }
DEVICE void raise(u64 *number, u64 other) { replace_if(number, other, false); }
DEVICE u64 swap_if(u64 *number, u64 now, u64 other) {
    __atomic_compare_exchange_n(number, &now, other, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return now;
}
DEVICE i32 ones(u64 bits) { return __builtin_popcountll(bits); }
DEVICE i32 first_one(u64 bits) { return bits ? __builtin_ctzll(bits) : -1; }
DEVICE u64 as_bits(double number) {
    u64 bits;
    std::memcpy(&bits, &number, sizeof bits);
    return bits;
}
DEVICE double as_number(u64 bits) {
    double number;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}
using std::exp2;
using std::log2;

template <typename Kind> DEVICE Kind from_other(Kind value, i32 distance) {
    std::memcpy(&slots[thread_number], &value, sizeof value);
    groups[thread_number / GROUP].wait();
    std::memcpy(&value, &slots[thread_number ^ distance], sizeof value);
    groups[thread_number / GROUP].wait();
    return value;
}

DEVICE unsigned votes(bool mine) {
    i32 first = thread_number - thread_number % GROUP;
    unsigned all = 0;
    slots[thread_number] = mine;
    groups[thread_number / GROUP].wait();
    for (i32 lane = 0; lane < GROUP; lane++) all |= (unsigned)slots[first + lane] << lane;
    groups[thread_number / GROUP].wait();
    return all;
}
DEVICE void join_members() { votes(false); }

// Runs `work` in each of so many threads.
template <typename Work> static void run_block(i32 count, Work work) {
    thread_count = everyone.count = count;
    for (i32 group = 0; group < count / GROUP; group++) groups[group].count = GROUP;
    std::vector<std::thread> running;
    for (i32 number = 0; number < count; number++) {
        running.emplace_back([number, work] {
            thread_number = number;
            work();
        });
    }
    for (auto &one : running) one.join();
}
