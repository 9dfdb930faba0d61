#define _GNU_SOURCE
#include "wire.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

#define FIN 0x80
#define MASKED 0x80
#define LENGTH_IN_2_BYTES 126
#define LENGTH_IN_8_BYTES 127

static bool header_is(const char *line, const char *start) { return strncasecmp(line, start, strlen(start)) == 0; }

/** The chunks at `at`, joined; false while the last is not there. */
static bool join_chunks(const char *at, size_t length, struct answer *answer) {
  static struct text joined;
  joined.length = 0;
  for (size_t from = 0;;) {
    const char *data = after(at + from, length - from, "\r\n");
    if (!data) return false;
    size_t size = strtoul(at + from, NULL, 16), next = (size_t)(data - at) + size + 2;
    if (next > length) return false;
    if (size == 0) {
      *answer = (struct answer){answer->status, joined.at, joined.length, next};
      return true;
    }
    text_add(&joined, data, size);
    from = next;
  }
}

bool answer_at(const char *at, size_t length, struct answer *answer) {
  const char *body = after(at, length, "\r\n\r\n");
  if (!body) return false;
  if (memcmp(at, "HTTP/1.1 ", 9) != 0) fail("not an answer: %.60s", at);
  answer->status = atoi(at + 9);
  size_t head = (size_t)(body - at), size = 0;
  bool is_chunked = false;
  for (const char *line = after(at, head, "\r\n"); line < body - 2; line = after(line, (size_t)(body - line), "\r\n")) {
    if (header_is(line, "content-length:")) size = strtoul(line + 15, NULL, 10);
    if (header_is(line, "transfer-encoding: chunked")) is_chunked = true;
  }
  if (is_chunked) {
    if (!join_chunks(body, length - head, answer)) return false;
    answer->size += head;
    return true;
  }
  *answer = (struct answer){answer->status, body, size, head + size};
  return head + size <= length;
}

bool frame_at(const char *bytes, size_t length, struct frame *frame) {
  const unsigned char *at = (const unsigned char *)bytes;
  if (length < 2) return false;
  size_t head = 2, more = 0;
  uint64_t size = at[1] & 0x7f;
  if (size == LENGTH_IN_2_BYTES) more = 2;
  else if (size == LENGTH_IN_8_BYTES) more = 8;
  if (length < head + more) return false;
  if (more > 0) size = 0;
  for (size_t i = 0; i < more; i++) size = size << 8 | at[head + i];
  head += more;
  if (size > length - head) return false;
  *frame = (struct frame){at[0] & 0x0f, bytes + head, size, head + size};
  return true;
}

size_t frame_of(char *bytes, const char *text, size_t length) {
  size_t head = 2;
  if (length + 8 > MAX_SENT_FRAME) fail("a frame of %zu bytes is too long", length);
  bytes[0] = (char)(FIN | TEXT_FRAME);
  if (length < LENGTH_IN_2_BYTES) bytes[1] = (char)(MASKED | length);
  else {
    bytes[1] = (char)(MASKED | LENGTH_IN_2_BYTES);
    bytes[2] = (char)(length >> 8);
    bytes[3] = (char)length;
    head = 4;
  }
  memset(bytes + head, 0, 4);
  memcpy(bytes + head + 4, text, length);
  return head + 4 + length;
}
