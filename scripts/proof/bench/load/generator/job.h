/** The three jobs. Each reads its part of the plan, works, and prints its result as one line of JSON. */
#ifndef JOB_H
#define JOB_H

void bid(void);
void watch(void);
void request(void);

#endif
