/** Bidders. Amounts rise over all bidders of one auction, so that nearly every bid is acceptable when it arrives. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"
#include "counted.h"
#include "job.h"
#include "plan.h"
#include "text.h"

struct auction {
  const char *id;
  long next_amount;
  long last_seq;
};
struct bidder {
  struct auction *auction;
  int sent;
  uint64_t sent_at;
  /** When the next bid is due; 0 while one is being answered. */
  uint64_t due_at;
};

static struct list users;
static const char *port;
static struct auction *auctions;
static struct bidder *bidders;
static int auction_count, waiting;
static bool is_moving;
static long step;
static uint64_t pause_us;
static long accepted, refused, all_accepted, all_refused;
static struct numbers answer_us, sent_seq, sent_us;

static void send_bid(struct connection *connection) {
  static struct text text, body;
  struct bidder *bidder = &bidders[connection->index];
  long turn = connection->index + (is_moving ? (long)bidder->sent * users.length : 0);
  struct auction *auction = &auctions[turn % auction_count];
  long amount = auction->next_amount;
  auction->next_amount += step;
  text.length = body.length = 0;
  bidder->auction = auction;
  bidder->sent++;
  bidder->due_at = 0;
  waiting++;
  if (connection->is_socket) {
    text_format(&text, "{\"type\":\"newBid\",\"requestId\":\"%d-%d\",\"productId\":\"%s\",\"bidAmount\":%ld}",
                connection->index, bidder->sent, auction->id, amount);
    bidder->sent_at = now_us();
    send_frame(connection, text.at, text.length);
    return;
  }
  text_format(&body, "{\"productId\":\"%s\",\"bidAmount\":%ld}", auction->id, amount);
  text_format(&text,
              "POST /api/v1/bid/placeBid HTTP/1.1\r\nhost: 127.0.0.1:%s\r\n%scontent-type: application/json\r\n"
              "content-length: %zu\r\n\r\n%s",
              port, users.at[connection->index], body.length, body.at);
  bidder->sent_at = now_us();
  send_request(connection, text.at, text.length);
}

/** The number of an accepted bid, from its id: that of its auction, a hyphen, the number. */
static long seq_of(const char *text, size_t length, const char *auction_id) {
  const char *bid = after(text, length, "\"newBid\":{");
  const char *id = bid ? after(bid, length - (size_t)(bid - text), auction_id) : NULL;
  if (!id) fail("an accepted bid has no number: %.*s", (int)length, text);
  return atol(id + 1);
}

static void received(struct connection *connection, int status, const char *text, size_t length) {
  struct bidder *bidder = &bidders[connection->index];
  struct auction *auction = bidder->auction;
  // Frames for all watchers arrive on a socket, too.
  if (status == 0 && !(length > 13 && memcmp(text, "{\"type\":\"ack\"", 13) == 0)) return;
  uint64_t now = now_us();
  bool counts = counted_has(bidder->sent_at, now);
  if (after(text, length, "\"success\":true")) {
    long seq = seq_of(text, length, auction->id);
    if (seq > auction->last_seq) auction->last_seq = seq;
    all_accepted++;
    if (counts) {
      accepted++;
      numbers_add(&answer_us, now - bidder->sent_at);
    }
    if (pause_us > 0) {
      numbers_add(&sent_seq, (uint64_t)seq);
      numbers_add(&sent_us, bidder->sent_at);
    }
  } else {
    // A higher bid came first, or the server has more to do than it can do soon.
    if (!after(text, length, "\"code\":\"bid_too_low\"") && !after(text, length, "\"code\":\"busy\""))
      fail("a bid was refused: %.*s", (int)length, text);
    const char *minimum = after(text, length, "\"minimum\":");
    long least = minimum ? atol(minimum) : 0;
    if (least > auction->next_amount) auction->next_amount = least;
    all_refused++;
    if (counts) refused++;
  }
  waiting--;
  bidder->due_at = now + pause_us;
  if (pause_us == 0 && !counted_is_over()) send_bid(connection);
}

static void closed(struct connection *connection) { fail("the server closed the connection of bidder %d", connection->index); }

static void live(struct text *path, struct text *headers, int index) {
  text_format(path, "/api/v1/auction/%s/live", auctions[index % auction_count].id);
  text_format(headers, "%s", users.at[index]);
}

/** Sends what is due; how long nothing will be, in ms. */
static int send_due(struct connection *connections) {
  uint64_t now = now_us(), next = now + 20000;
  for (int i = 0; i < users.length && pause_us > 0; i++) {
    if (bidders[i].due_at == 0) continue;
    if (bidders[i].due_at <= now) send_bid(&connections[i]);
    else if (bidders[i].due_at < next) next = bidders[i].due_at;
  }
  return (int)((next - now + 999) / 1000);
}

static void print_result(void) {
  printf("{\"bid\":{\"accepted\":%ld,\"refused\":%ld,\"inAll\":{\"accepted\":%ld,\"refused\":%ld},", accepted, refused,
         all_accepted, all_refused);
  counted_print();
  printf(",\"answerUs\":");
  numbers_print(&answer_us);
  printf(",\"sent\":[");
  for (size_t i = 0; i < sent_seq.length; i++)
    printf("%s{\"seq\":%" PRIu64 ",\"at\":%.3f}", i ? "," : "", sent_seq.at[i], (double)sent_us.at[i] / 1000);
  printf("],\"lastSeq\":{");
  const char *comma = "";
  for (int i = 0; i < auction_count; i++) {
    if (auctions[i].last_seq == 0) continue;
    printf("%s\"%s\":%ld", comma, auctions[i].id, auctions[i].last_seq);
    comma = ",";
  }
  printf("}}}\n");
}

void bid(void) {
  struct list ids = plan_list("auction");
  users = plan_list("user");
  port = plan_text("port");
  step = plan_number("step");
  is_moving = plan_number("moving");
  pause_us = (uint64_t)plan_number("pauseMs") * 1000;
  auction_count = ids.length;
  auctions = memory((size_t)ids.length, sizeof *auctions);
  for (int i = 0; i < ids.length; i++) auctions[i] = (struct auction){ids.at[i], plan_number("firstAmount"), 0};
  bidders = memory((size_t)users.length, sizeof *bidders);
  bool over_sockets = strcmp(plan_text("over"), "socket") == 0;
  struct connection *connections =
      connections_open(users.length, over_sockets ? live : NULL, (struct events){received, closed});
  counted_begin();
  for (int i = 0; i < users.length; i++) send_bid(&connections[i]);
  while (!counted_is_over() || waiting > 0) {
    int idle_ms = counted_is_over() ? 20 : send_due(connections);
    connections_turn(idle_ms);
    counted_turn();
  }
  print_result();
}
