/* The yardstick for the uniform playouts of kheper.search.scarabya_playouts: the same algorithm,
 * the same tables (tables.h is written by the benchmark) and the same random numbers, in C.
 * For the same seed it gives the same results. */

#include <stdint.h>
#include "tables.h" /* COUNT, START, OFFSETS, INDEX, MASKS, BORDERS */

typedef uint64_t word;

#define HALF 55
#define EVERY ((1ULL << HALF) - 1)

static inline word mixed(word w) {
    w = (w ^ w >> 30) * 0xBF58476D1CE4E5B9ULL;
    w = (w ^ w >> 27) * 0x94D049BB133111EBULL;
    return w ^ w >> 31;
}

static inline int below(word *random, int n) {
    *random += 0x9E3779B97F4A7C15ULL;
    return (int)((mixed(*random) >> 32) * (word)n >> 32);
}

static inline int count(word w) { return __builtin_popcountll(w); }

static inline int nth(word w, int n) {
    int place = 0, here = count(w & 0xFFFFFFFFULL);
    if (n >= here) { n -= here; w >>= 32; place = 32; }
    here = count(w & 0xFFFF);
    if (n >= here) { n -= here; w >>= 16; place += 16; }
    here = count(w & 0xFF);
    if (n >= here) { n -= here; w >>= 8; place += 8; }
    while (n--) w &= w - 1;
    return place + __builtin_ctzll(w);
}

#define LOW(by) (low >> (by) | high << (HALF - (by)))
#define NEAR(by) (near >> (by) | far << (HALF - (by)))

static inline void anchors(word low, word high, word near, word far, const word *o, word *out) {
    word a = o[0], b = o[1], c = o[2], d = o[3], e = o[4];
    word fit = LOW(a) & LOW(b) & LOW(c) & LOW(d) & LOW(e) & EVERY;
    word fit_high = high >> a & high >> b & high >> c & high >> d & high >> e;
    out[0] = fit & (NEAR(a) | NEAR(b) | NEAR(c) | NEAR(d) | NEAR(e));
    out[1] = fit_high & (far >> a | far >> b | far >> c | far >> d | far >> e);
}

static inline void grown(word *low, word *high, word free_low, word free_high) {
    word l = (*low | *low << 1 | *low >> 1) & free_low;
    word h = (*high | *high << 1 | *high >> 1) & free_high;
    *low = (l | l >> 11 | h << 44 | l << 11) & free_low;
    *high = (h | h >> 11 | h << 11 | l >> 44) & free_high;
}

static int points_of(word low, word high, word symbols, word symbols_high) {
    int points = 0;
    word left = symbols, left_high = symbols_high;
    while (left | left_high) {
        word group = left & -left, group_high = group ? 0 : left_high & -left_high;
        word new = group, new_high = group_high;
        grown(&new, &new_high, low, high);
        int size = count(new) + count(new_high);
        while (size <= 4) {
            if (new == group && new_high == group_high) {
                points += size * (count(new & symbols) + count(new_high & symbols_high));
                break;
            }
            group = new, group_high = new_high;
            grown(&new, &new_high, low, high);
            size = count(new) + count(new_high);
        }
        left &= ~new, left_high &= ~new_high;
    }
    return points;
}

static void shuffle(int8_t *deck, int cards, int known, word *random) {
    for (int n = cards - 1; n > known; n--) {
        int other = known + below(random, n - known + 1);
        int8_t card = deck[n];
        deck[n] = deck[other];
        deck[other] = card;
    }
}

void playouts(const word *ground, const word *scarabs, int8_t *deck, int cards, int known,
              int flip, word seed, int16_t *entries, int16_t *results, int games) {
    word random = seed, found[8][2];
    int ends[8];
    for (int game = 0; game < games; game++) {
        word low = ground[0], high = ground[1], near = ground[2], far = ground[3];
        word placed = ground[4];
        shuffle(deck, cards, known, &random);
        for (int card = 0; card < cards; card++) {
            int tile = deck[card], total = 0;
            for (int n = 0; n < COUNT[flip][tile]; n++) {
                anchors(low, high, near, far, OFFSETS[START[tile] + n], found[n]);
                total += count(found[n][0]) + count(found[n][1]);
                ends[n] = total;
            }
            if (!total) {
                entries[card] = -1;
                continue;
            }
            int n = below(&random, total), row = 0;
            while (ends[row] <= n) row++;
            if (row) n -= ends[row - 1];
            int in_low = count(found[row][0]);
            int anchor = n < in_low ? nth(found[row][0], n) : HALF + nth(found[row][1], n - in_low);
            int placement = INDEX[START[tile] + row][anchor];
            low &= ~MASKS[placement][0], high &= ~MASKS[placement][1];
            near = ((placed ? near : 0) | BORDERS[placement][0]) & low;
            far = ((placed ? far : 0) | BORDERS[placement][1]) & high;
            placed = 1;
            entries[card] = placement;
        }
        word left = scarabs[0] & low, left_high = scarabs[1] & high;
        results[2 * game] = points_of(low, high, left, left_high);
        results[2 * game + 1] = count(left) + count(left_high);
    }
}
