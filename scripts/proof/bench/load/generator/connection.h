/**
 * Clients of one server on this machine, in one epoll thread: HTTP/1.1 with keep-alive and one request at a time, or a
 * WebSocket with text frames.
 */
#ifndef CONNECTION_H
#define CONNECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

struct connection {
  int index;
  bool is_socket;
  int file;
  enum { CONNECTING, UPGRADING, OPEN, CLOSED } state;
  struct text in, out;
  uint64_t ping_at;
};

/** A job's handlers for what arrives. */
struct events {
  /** An answer and its status, or a text frame and 0. The text is there during the call only. */
  void (*received)(struct connection *, int status, const char *text, size_t length);
  /** The server closed it. */
  void (*closed)(struct connection *);
};

/** Gives the path of a connection's socket, and the lines of its request's head, each ended by CRLF. */
typedef void (*describe)(struct text *path, struct text *headers, int index);

/** Opens them all, some at a time, and then says that it is ready. Sockets have a `describe`. */
struct connection *connections_open(int count, describe, struct events);
/** Waits for events for at most this long, and handles them. */
void connections_turn(int timeout_ms);

/** The bytes of a whole request. */
void send_request(struct connection *, const char *bytes, size_t length);
void send_frame(struct connection *, const char *text, size_t length);

#endif
