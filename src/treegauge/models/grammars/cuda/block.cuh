// What a team of threads has: its threads, a barrier, sums over all threads, groups of neighbouring threads. A team is
// one block, or TEAM blocks that the device runs at the same time (a cluster); it works on one sentence. With EMULATED
// defined the same code runs on a processor, with a thread of the program for each thread of the block.

typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned long long u64;

#ifndef GROUP
#define GROUP 8  // threads that work on one number together
#endif
#ifndef CHUNK
#define CHUNK 8  // edges that a group goes through at a time
#endif
#ifndef TEAM
#define TEAM 1  // blocks that work on one sentence together
#endif
#ifndef THREADS
#define THREADS 1024  // at most, in a block
#endif
#define MOST_THREADS (THREADS * TEAM)
#define TEAM_BYTES (2048 + 8 * MOST_THREADS)

#ifndef EMULATED

#define DEVICE static __device__ __forceinline__
#define APART static __device__ __noinline__

DEVICE i32 thread() { return blockIdx.x % TEAM * blockDim.x + threadIdx.x; }
DEVICE i32 threads() { return TEAM * blockDim.x; }
DEVICE i32 team() { return blockIdx.x / TEAM; }  // its number
#if TEAM == 1
DEVICE void join() { __syncthreads(); }
#else
DEVICE void join() {
    asm volatile("barrier.cluster.arrive.release;\n barrier.cluster.wait.acquire;" ::: "memory");
}
#endif
DEVICE i32 add_to(i32 *number, i32 more) { return atomicAdd(number, more); }
DEVICE u64 add_to(u64 *number, u64 more) { return atomicAdd(number, more); }
DEVICE void lower(i32 *number, i32 other) { atomicMin(number, other); }
DEVICE void lower(u64 *number, u64 other) { atomicMin(number, other); }
DEVICE void raise(u64 *number, u64 other) { atomicMax(number, other); }
DEVICE u64 swap_if(u64 *number, u64 now, u64 other) { return atomicCAS(number, now, other); }
DEVICE i32 ones(u64 bits) { return __popcll(bits); }
DEVICE i32 first_one(u64 bits) { return __ffsll(bits) - 1; }
DEVICE u64 as_bits(double number) { return __double_as_longlong(number); }
DEVICE double as_number(u64 bits) { return __longlong_as_double(bits); }

DEVICE unsigned members() {
    return GROUP == 32 ? 0xffffffffu : ((1u << GROUP % 32) - 1) << ((threadIdx.x & 31) & ~(GROUP - 1));
}
template <typename Kind> DEVICE Kind from_other(Kind value, i32 distance) {
    return __shfl_xor_sync(members(), value, distance, 32);
}
// A bit for each thread of the group that says yes.
DEVICE unsigned votes(bool mine) {
    return (__ballot_sync(members(), mine) & members()) >> ((threadIdx.x & 31) & ~(GROUP - 1));
}
DEVICE void join_members() { __syncwarp(members()); }

#else

#include "emulated.h"

#endif

#define FOR(x, begin, end) for (i32 x = (begin) + thread(), x##_end = (end); x < x##_end; x += threads())
#define NO_TREE (-INFINITY)
#define TIE 1e-9  // bits: trees that differ by less are equally probable, and the first in a fixed order is chosen

DEVICE i32 least_of(i32 a, i32 b) { return a < b ? a : b; }
DEVICE double greater_of(double a, double b) { return a > b ? a : b; }

// What the threads of a team share.
struct Board {
    i32 sums[2][MOST_THREADS];  // for `sum_before`
    i32 changed;                // whether a thread has found something
    i32 lost;                   // whether there is too little room for the sentence
    i32 kept;                   // how many ways to states are kept
    u64 least, most;            // of the sums in the chart, as bits
};

// The sum over the threads before this one; `total` becomes that over all.
DEVICE i32 sum_before(Board &board, i32 value, i32 *total) {
    i32 me = thread(), from = 0;
    board.sums[0][me] = value;
    join();
    for (i32 step = 1; step < threads(); step *= 2, from ^= 1) {
        board.sums[1 - from][me] = board.sums[from][me] + (me >= step ? board.sums[from][me - step] : 0);
        join();
    }
    i32 before = board.sums[from][me] - value;
    *total = board.sums[from][threads() - 1];
    join();
    return before;
}

// The part of a list that belongs to this thread: neighbours, so that sums over threads keep the order of the list.
struct Stretch {
    i32 begin, end;
};

DEVICE Stretch stretch_of(i32 count) {
    i32 each = (count + threads() - 1) / threads();
    Stretch mine;
    mine.begin = least_of(thread() * each, count);
    mine.end = least_of(mine.begin + each, count);
    return mine;
}

// Numbers those that are wanted in their order (others get -1), lists them, and returns how many there are.
DEVICE i32 number_wanted(Board &board, const u8 *wanted, i32 count, i32 *number, i32 *list) {
    Stretch mine = stretch_of(count);
    i32 found = 0, total;
    for (i32 x = mine.begin; x < mine.end; x++) found += wanted[x];
    i32 next = sum_before(board, found, &total);
    for (i32 x = mine.begin; x < mine.end; x++) {
        number[x] = wanted[x] ? next : -1;
        if (wanted[x]) list[next++] = x;
    }
    join();
    return total;
}

// Room for a sentence, taken from that of all; a team keeps it for its next sentences.
struct Room {
    u8 *begin;
    i64 bytes;
};

// Takes room for a sentence, if there is enough. `p` is the problem of either kernel.
template <typename Arguments> DEVICE void take_room(const Arguments &p, Room &room, i64 bytes) {
    u64 place = add_to(p.taken, 0), seen = ~place;
    while (place != seen && place + bytes <= (u64)p.room_bytes) {
        seen = place;
        place = swap_if(p.taken, place, place + bytes);
    }
    if (place == seen) {
        room.begin = p.room + place;
        room.bytes = bytes;
    }
}

// Sets an array at a place in the room, and the place after it.
template <typename Kind> DEVICE void carve(u8 *&at, Kind *&array, i64 count) {
    array = (Kind *)at;
    at += (count * (i64)sizeof(Kind) + 127) & ~(i64)127;
}
