/**
 * One job of load against a server on this machine: the same as the threads beside this folder do in Node, for a small
 * part of the processor time. ../program.ts compiles and starts it; ../jobs.ts describes the jobs and the results.
 */
#include <string.h>

#include "job.h"
#include "plan.h"
#include "text.h"

int main(void) {
  plan_read();
  const char *kind = plan_text("kind");
  if (strcmp(kind, "bid") == 0) bid();
  else if (strcmp(kind, "watch") == 0) watch();
  else if (strcmp(kind, "request") == 0) request();
  else fail("no job is called %s", kind);
  return 0;
}
