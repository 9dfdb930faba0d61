/** Requests in a closed loop: each connection sends the next of the list when the last one is answered. */
#include <stdio.h>
#include <string.h>

#include "connection.h"
#include "counted.h"
#include "job.h"
#include "plan.h"
#include "text.h"

static struct list requests;
static size_t *lengths;
static uint64_t *sent_at;
static int turn, waiting;
static long answered, failed, all_answered, all_failed;
static struct numbers answer_us;

static void send_next(struct connection *connection) {
  int next = turn++ % requests.length;
  waiting++;
  sent_at[connection->index] = now_us();
  send_request(connection, requests.at[next], lengths[next]);
}

static void received(struct connection *connection, int status, const char *text, size_t length) {
  (void)text;
  (void)length;
  uint64_t now = now_us(), since = sent_at[connection->index];
  bool counts = counted_has(since, now), is_good = status >= 200 && status < 300;
  waiting--;
  if (is_good) all_answered++;
  else all_failed++;
  if (counts && is_good) {
    answered++;
    numbers_add(&answer_us, now - since);
  } else if (counts) failed++;
  if (!counted_is_over()) send_next(connection);
}

static void closed(struct connection *connection) { fail("the server closed connection %d", connection->index); }

void request(void) {
  int count = (int)plan_number("connections");
  requests = plan_list("request");
  lengths = memory((size_t)requests.length, sizeof *lengths);
  for (int i = 0; i < requests.length; i++) lengths[i] = strlen(requests.at[i]);
  sent_at = memory((size_t)count, sizeof *sent_at);
  struct connection *connections = connections_open(count, NULL, (struct events){received, closed});
  counted_begin();
  for (int i = 0; i < count; i++) send_next(&connections[i]);
  while (!counted_is_over() || waiting > 0) {
    connections_turn(20);
    counted_turn();
  }
  printf("{\"request\":{\"answered\":%ld,\"failed\":%ld,\"inAll\":{\"answered\":%ld,\"failed\":%ld},", answered, failed,
         all_answered, all_failed);
  counted_print();
  printf(",\"answerUs\":");
  numbers_print(&answer_us);
  printf("}}\n");
}
