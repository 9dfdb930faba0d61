/** Watchers of one auction. Each checks the numbers of the frames: none missing, none duplicated. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <poll.h>

#include "connection.h"
#include "job.h"
#include "plan.h"
#include "text.h"

/** How long the last frame may take to reach everyone once bidding is over. */
#define DRAIN_US 60000000

struct watcher {
  /** The last number received; -1 before the first frame. */
  long seq;
  bool is_wrong;
};
/** A frame that was sent to many: its first and its last number, and when the last watcher had it. */
struct flush {
  long from, to;
  uint64_t last_at;
};

static struct watcher *watchers;
static struct list users;
static int count;
static struct flush *flushes;
static size_t flush_count, flush_room;
static long frames;
static uint64_t bytes, first_at, used_before;

static void note(long from, long to, uint64_t now) {
  // Nearly always one of the last.
  for (size_t i = flush_count; i > 0 && flush_count - i < 64; i--) {
    if (flushes[i - 1].from != from || flushes[i - 1].to != to) continue;
    flushes[i - 1].last_at = now;
    return;
  }
  if (flush_count == flush_room) {
    flush_room = flush_room ? 2 * flush_room : 1024;
    flushes = realloc(flushes, flush_room * sizeof *flushes);
    if (!flushes) fail("out of memory");
  }
  flushes[flush_count++] = (struct flush){from, to, now};
}

static bool begins_with(const char *text, size_t length, const char *start) {
  return length > strlen(start) && memcmp(text, start, strlen(start)) == 0;
}

static void received(struct connection *connection, int status, const char *text, size_t length) {
  static const char EVENTS[] = "{\"type\":\"events\",\"from\":", SNAPSHOT[] = "{\"type\":\"snapshot\",\"seq\":";
  (void)status;
  struct watcher *watcher = &watchers[connection->index];
  bool is_snapshot = begins_with(text, length, SNAPSHOT);
  if (!is_snapshot && !begins_with(text, length, EVENTS)) return;
  long from = is_snapshot ? 0 : atol(text + strlen(EVENTS)), to = from;
  if (is_snapshot) to = atol(text + strlen(SNAPSHOT));
  else {
    const char *end = after(text, length < 80 ? length : 80, ",\"to\":");
    if (!end) fail("a frame without its last number: %.80s", text);
    to = atol(end);
  }
  frames++;
  bytes += length;
  if (watcher->seq >= 0 && from != watcher->seq + 1) watcher->is_wrong = true;
  watcher->seq = to;
  if (is_snapshot) return;
  uint64_t now = now_us();
  if (first_at == 0) {
    first_at = now;
    used_before = processor_us();
  }
  note(from, to, now);
}

static void closed(struct connection *connection) { watchers[connection->index].is_wrong = true; }

static void live(struct text *path, struct text *headers, int index) {
  text_format(path, "%s", plan_text("path"));
  if (users.length > 0) text_format(headers, "%s", users.at[index % users.length]);
}

/** Waits until standard input gives the last number; -1 if it ends without one. */
static long wait_for_last(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  while (poll(&input, 1, 0) == 0) connections_turn(10);
  long last = -1;
  return scanf("%ld", &last) == 1 ? last : -1;
}

static int count_wrong(long last, bool only_behind) {
  int wrong = 0;
  for (int i = 0; i < count; i++) {
    bool is_behind = watchers[i].seq < last;
    wrong += only_behind ? is_behind && !watchers[i].is_wrong : is_behind || watchers[i].is_wrong;
  }
  return wrong;
}

void watch(void) {
  users = plan_list("user");
  count = (int)plan_number("count");
  watchers = memory((size_t)count, sizeof *watchers);
  for (int i = 0; i < count; i++) watchers[i].seq = -1;
  connections_open(count, live, (struct events){received, closed});
  long last = wait_for_last();
  uint64_t until = now_us(), used = processor_us() - used_before;
  for (uint64_t limit = until + DRAIN_US; count_wrong(last, true) > 0 && now_us() < limit;) connections_turn(10);
  double share = first_at > 0 && until > first_at ? (double)used / (double)(until - first_at) : 0;
  printf("{\"watch\":{\"wrong\":%d,\"frames\":%ld,\"bytes\":%llu,\"processor\":%.4f,\"flushes\":[",
         count_wrong(last, false), frames, (unsigned long long)bytes, share);
  for (size_t i = 0; i < flush_count; i++)
    printf("%s{\"from\":%ld,\"to\":%ld,\"lastAt\":%.3f}", i ? "," : "", flushes[i].from, flushes[i].to,
           (double)flushes[i].last_at / 1000);
  printf("]}}\n");
}
