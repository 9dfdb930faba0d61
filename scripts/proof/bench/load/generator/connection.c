#define _GNU_SOURCE
#include "connection.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "plan.h"
#include "wire.h"

/** More at once would overflow the queue of a server that accepts them. */
#define OPENING_AT_ONCE 50
#define EVENTS_AT_ONCE 256
/** The server closes sockets whose clients send no ping. */
#define PING_INTERVAL_US 25000000
/** The example of RFC 6455: a constant key needs no hashing. */
#define KEY "dGhlIHNhbXBsZSBub25jZQ=="
#define ACCEPT "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

static struct connection *all;
static int count, opened, polled;
static long port;
static describe where;
static struct events job;
/** One buffer for all connections: only incomplete data is kept for each. */
static char received[1 << 18];

static void wait_for(struct connection *connection, uint32_t what, int change) {
  struct epoll_event event = {.events = what, .data.ptr = connection};
  if (epoll_ctl(polled, change, connection->file, &event) != 0) fail("epoll_ctl: %s", strerror(errno));
}

static void send_bytes(struct connection *connection, const char *bytes, size_t length) {
  size_t sent = 0;
  if (connection->out.length == 0) {
    ssize_t taken = send(connection->file, bytes, length, MSG_NOSIGNAL);
    if (taken < 0 && errno != EAGAIN) return;  // The next read reports that it is closed.
    sent = taken < 0 ? 0 : (size_t)taken;
    if (sent == length) return;
    wait_for(connection, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
  }
  text_add(&connection->out, bytes + sent, length - sent);
}

static void send_rest(struct connection *connection) {
  struct text *out = &connection->out;
  ssize_t taken = out->length ? send(connection->file, out->at, out->length, MSG_NOSIGNAL) : 0;
  if (taken > 0) text_drop(out, (size_t)taken);
  if (out->length == 0) wait_for(connection, EPOLLIN, EPOLL_CTL_MOD);
}

void send_request(struct connection *connection, const char *bytes, size_t length) {
  send_bytes(connection, bytes, length);
}

void send_frame(struct connection *connection, const char *text, size_t length) {
  char bytes[MAX_SENT_FRAME];
  send_bytes(connection, bytes, frame_of(bytes, text, length));
}

static void is_open(struct connection *connection) {
  connection->state = OPEN;
  connection->ping_at = now_us() + PING_INTERVAL_US;
  opened++;
}

static void is_connected(struct connection *connection) {
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(connection->file, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error) fail("connecting: %s", strerror(error));
  wait_for(connection, EPOLLIN, EPOLL_CTL_MOD);
  if (!connection->is_socket) return is_open(connection);
  struct text path = {0}, headers = {0}, request = {0};
  where(&path, &headers, connection->index);
  text_format(&request,
              "GET %s HTTP/1.1\r\nhost: 127.0.0.1:%ld\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
              "sec-websocket-version: 13\r\nsec-websocket-key: " KEY "\r\n%s\r\n",
              path.at, port, headers.length ? headers.at : "");
  connection->state = UPGRADING;
  send_bytes(connection, request.at, request.length);
  free(path.at);
  free(headers.at);
  free(request.at);
}

static void is_closed(struct connection *connection) {
  if (connection->state == UPGRADING) fail("no socket: the server closed it");
  close(connection->file);
  connection->state = CLOSED;
  job.closed(connection);
}

/** The answer to the upgrade: how many bytes it has, 0 while it is incomplete. */
static size_t upgraded(struct connection *connection, const char *at, size_t length) {
  const char *head_end = after(at, length, "\r\n\r\n");
  if (!head_end) return 0;
  size_t size = (size_t)(head_end - at);
  if (memcmp(at, "HTTP/1.1 101", 12) != 0 || !after(at, size, ACCEPT)) fail("no socket: %.*s", (int)size, at);
  is_open(connection);
  return size;
}

static size_t one_message(struct connection *connection, const char *at, size_t length) {
  if (connection->state == UPGRADING) return upgraded(connection, at, length);
  if (!connection->is_socket) {
    struct answer answer;
    if (!answer_at(at, length, &answer)) return 0;
    job.received(connection, answer.status, answer.body, answer.body_length);
    return answer.size;
  }
  struct frame frame;
  if (!frame_at(at, length, &frame)) return 0;
  if (frame.opcode == CLOSE_FRAME) {
    is_closed(connection);
    return length;
  }
  bool is_pong = frame.length == 4 && memcmp(frame.payload, "pong", 4) == 0;
  if (frame.opcode == TEXT_FRAME && !is_pong) job.received(connection, 0, frame.payload, frame.length);
  return frame.size;
}

static void read_from(struct connection *connection) {
  ssize_t taken = recv(connection->file, received, sizeof received - 1, 0);
  if (taken < 0 && errno == EAGAIN) return;
  if (taken <= 0) return is_closed(connection);
  received[taken] = 0;
  struct text *in = &connection->in;
  bool is_kept = in->length > 0;
  if (is_kept) text_add(in, received, (size_t)taken);
  const char *at = is_kept ? in->at : received;
  size_t length = is_kept ? in->length : (size_t)taken, done = 0;
  while (done < length && connection->state != CLOSED) {
    size_t size = one_message(connection, at + done, length - done);
    if (size == 0) break;
    done += size;
  }
  if (is_kept) text_drop(in, done);
  else if (done < length) text_add(in, received + done, length - done);
}

static void ping(void) {
  static uint64_t next_look;
  uint64_t now = now_us();
  if (now < next_look) return;
  next_look = now + 1000000;
  for (int i = 0; i < count; i++) {
    if (!all[i].is_socket || all[i].state != OPEN || now < all[i].ping_at) continue;
    all[i].ping_at = now + PING_INTERVAL_US;
    send_frame(&all[i], "ping", 4);
  }
}

void connections_turn(int timeout_ms) {
  struct epoll_event events[EVENTS_AT_ONCE];
  int ready = epoll_wait(polled, events, EVENTS_AT_ONCE, timeout_ms);
  for (int i = 0; i < ready; i++) {
    struct connection *connection = events[i].data.ptr;
    if (connection->state == CONNECTING) is_connected(connection);
    else {
      if (events[i].events & EPOLLOUT) send_rest(connection);
      if (events[i].events & ~(uint32_t)EPOLLOUT) read_from(connection);
    }
  }
  ping();
}

static void open_one(struct connection *connection) {
  connection->file = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (connection->file < 0) fail("socket: %s", strerror(errno));
  int yes = 1;
  setsockopt(connection->file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int done = connect(connection->file, (struct sockaddr *)&address, sizeof address);
  if (done != 0 && errno != EINPROGRESS) fail("connect: %s", strerror(errno));
  wait_for(connection, EPOLLIN | EPOLLOUT, EPOLL_CTL_ADD);
}

struct connection *connections_open(int wanted, describe described, struct events events) {
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  polled = epoll_create1(EPOLL_CLOEXEC);
  port = plan_number("port");
  where = described;
  job = events;
  count = wanted;
  all = memory((size_t)wanted, sizeof *all);
  for (int begun = 0; opened < wanted; connections_turn(100)) {
    for (; begun < wanted && begun - opened < OPENING_AT_ONCE; begun++) {
      all[begun].index = begun;
      all[begun].is_socket = described != NULL;
      open_one(&all[begun]);
    }
  }
  puts("ready");
  fflush(stdout);
  return all;
}
