/** The bytes of HTTP answers and WebSocket frames. */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>

enum { TEXT_FRAME = 1, CLOSE_FRAME = 8 };

/** The longest frame that a job sends: a bid. */
#define MAX_SENT_FRAME 1024

struct answer {
  int status;
  const char *body;
  size_t body_length;
  /** All of its bytes. */
  size_t size;
};
/** The answer at the beginning, or false while it is incomplete. The body is there until the next call. */
bool answer_at(const char *, size_t length, struct answer *);

struct frame {
  int opcode;
  const char *payload;
  size_t length;
  size_t size;
};
/** The frame at the beginning, or false while it is incomplete. Servers do not mask. */
bool frame_at(const char *, size_t length, struct frame *);
/** Writes a masked text frame; its size. The mask is zero: masks protect proxies, and there is none here. */
size_t frame_of(char *bytes, const char *text, size_t length);

#endif
