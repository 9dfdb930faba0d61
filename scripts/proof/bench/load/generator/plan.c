#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static const char *plan, *end;

void plan_read(void) {
  // Unbuffered: later input must stay where epoll sees it.
  setvbuf(stdin, NULL, _IONBF, 0);
  size_t length = 0;
  if (scanf("%zu", &length) != 1 || getchar() != '\n') fail("no job on standard input");
  char *bytes = memory(length + 1, 1);
  if (fread(bytes, 1, length, stdin) != length) fail("the job is cut off");
  plan = bytes;
  end = bytes + length;
}

/** The next value of this name from `at` on, which moves behind it; NULL at the end. */
static const char *next(const char **at, const char *name) {
  while (*at < end) {
    const char *own = *at, *value = own + strlen(own) + 1;
    *at = value + strlen(value) + 1;
    if (strcmp(own, name) == 0) return value;
  }
  return NULL;
}

const char *plan_text(const char *name) {
  const char *at = plan, *value = next(&at, name);
  if (!value) fail("the job has no %s", name);
  return value;
}

long plan_number(const char *name) { return atol(plan_text(name)); }

struct list plan_list(const char *name) {
  struct list list = {0};
  for (const char *at = plan; next(&at, name);) list.length++;
  list.at = memory((size_t)list.length, sizeof *list.at);
  const char *at = plan;
  for (int i = 0; i < list.length; i++) list.at[i] = next(&at, name);
  return list;
}
