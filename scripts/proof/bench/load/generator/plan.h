/**
 * The job, from standard input: its length in bytes and a line feed, then names and values in turn, each ended by a
 * NUL. A name may come several times: a list. Headers and whole requests are values as they are sent.
 */
#ifndef PLAN_H
#define PLAN_H

struct list {
  const char **at;
  int length;
};

void plan_read(void);
/** The value of a name that is there once. */
const char *plan_text(const char *name);
long plan_number(const char *name);
struct list plan_list(const char *name);

#endif
