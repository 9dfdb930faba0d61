#include "counted.h"

#include <stdio.h>

#include "plan.h"
#include "text.h"

static uint64_t start_at, end_at;
static uint64_t measured_from, measured_to, used_before, used_after;

void counted_begin(void) {
  start_at = now_us() + (uint64_t)plan_number("warmUpMs") * 1000;
  end_at = start_at + (uint64_t)plan_number("durationMs") * 1000;
}

void counted_turn(void) {
  uint64_t now = now_us();
  if (measured_from == 0 && now >= start_at) {
    measured_from = now;
    used_before = processor_us();
  }
  if (measured_to == 0 && now >= end_at) {
    measured_to = now;
    used_after = processor_us();
  }
}

bool counted_is_over(void) { return now_us() >= end_at; }

bool counted_has(uint64_t sent_at, uint64_t answered_at) { return sent_at >= start_at && answered_at <= end_at; }

void counted_print(void) {
  double measured = (double)(measured_to - measured_from);
  double used = measured > 0 ? (double)(used_after - used_before) / measured : 0;
  printf("\"countedMs\":%ld,\"processor\":%.4f", plan_number("durationMs"), used);
}
