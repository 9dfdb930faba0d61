/** Growing byte buffers, a search in bytes, the clock, and the end of the program when something is wrong. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>

struct text {
  char *at;
  size_t length;
  size_t room;
};

/** The content is always followed by a NUL that is not part of its length. */
void text_add(struct text *, const char *, size_t);
void text_format(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Removes bytes from the beginning. */
void text_drop(struct text *, size_t);

/** What comes after the first `needle`, or NULL. */
const char *after(const char *at, size_t length, const char *needle);

/** Numbers that are kept until the end, such as the time of each answer. */
struct numbers {
  uint64_t *at;
  size_t length;
  size_t room;
};
void numbers_add(struct numbers *, uint64_t);
/** As a JSON array. */
void numbers_print(const struct numbers *);

/** Microseconds of the clock that Node's `process.hrtime` has too. */
uint64_t now_us(void);
/** Processor time that this program has used. */
uint64_t processor_us(void);

/** calloc; ends the program without memory. */
void *memory(size_t count, size_t size);
/** Prints the reason for the process that started this program, and ends it. */
void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
