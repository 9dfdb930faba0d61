#define _GNU_SOURCE
#include "text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static void make_room(struct text *text, size_t more) {
  if (text->length + more < text->room) return;
  text->room = 2 * (text->length + more) + 64;
  text->at = realloc(text->at, text->room);
  if (!text->at) fail("out of memory");
}

void text_add(struct text *text, const char *bytes, size_t length) {
  make_room(text, length);
  memcpy(text->at + text->length, bytes, length);
  text->length += length;
  text->at[text->length] = 0;
}

void text_format(struct text *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = vsnprintf(NULL, 0, format, values);
  va_end(values);
  make_room(text, (size_t)length);
  va_start(values, format);
  vsnprintf(text->at + text->length, (size_t)length + 1, format, values);
  va_end(values);
  text->length += (size_t)length;
}

void text_drop(struct text *text, size_t count) {
  text->length -= count;
  memmove(text->at, text->at + count, text->length);
}

const char *after(const char *at, size_t length, const char *needle) {
  size_t size = strlen(needle);
  const char *found = memmem(at, length, needle, size);
  return found ? found + size : NULL;
}

void numbers_add(struct numbers *numbers, uint64_t value) {
  if (numbers->length == numbers->room) {
    numbers->room = numbers->room ? 2 * numbers->room : 4096;
    numbers->at = realloc(numbers->at, numbers->room * sizeof *numbers->at);
    if (!numbers->at) fail("out of memory");
  }
  numbers->at[numbers->length++] = value;
}

void numbers_print(const struct numbers *numbers) {
  putchar('[');
  for (size_t i = 0; i < numbers->length; i++) printf("%s%" PRIu64, i ? "," : "", numbers->at[i]);
  putchar(']');
}

uint64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t processor_us(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 +
         (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

void *memory(size_t count, size_t size) {
  void *at = calloc(count ? count : 1, size);
  if (!at) fail("out of memory");
  return at;
}

void fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  exit(1);
}
