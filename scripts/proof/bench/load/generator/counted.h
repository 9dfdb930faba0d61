/** The part of a closed loop that counts: after the warm-up, and what it cost this program. */
#ifndef COUNTED_H
#define COUNTED_H

#include <stdbool.h>
#include <stdint.h>

/** Begins now, with the warm-up of the plan. */
void counted_begin(void);
/** Between two turns of the loop. */
void counted_turn(void);
/** Whether it is over, so that nothing more is sent. */
bool counted_is_over(void);
/** Whether something that was sent and answered at these times counts. */
bool counted_has(uint64_t sent_at, uint64_t answered_at);
/** Prints how many milliseconds are counted and the share of one processor that was used meanwhile. */
void counted_print(void);

#endif
