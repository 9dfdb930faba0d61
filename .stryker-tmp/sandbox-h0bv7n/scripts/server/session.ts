/** The life of a command that serves until it is told to stop: one way in, one way out. */
// @ts-nocheck

import { Problem } from "./problem.mjs";

type Closing = () => Promise<void> | void;

/** Runs a command. `onStop` collects what must be put away, in reverse, at Ctrl-C, at a signal or when it fails. */
export async function untilStopped(command: (onStop: (closing: Closing) => void) => Promise<void>): Promise<void> {
  const closings: Closing[] = [];
  let stopping: Promise<never> | undefined;
  const stop = (code: number) => {
    stopping ??= (async () => {
      for (const closing of closings.toReversed()) await closing();
      process.exit(code);
    })();
    return stopping;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  try {
    await command((closing) => closings.push(closing));
  } catch (error) {
    // A signal ends what the command was waiting for; that is no failure to report.
    if (stopping) return stopping;
    console.error(error instanceof Problem ? error.message : error);
    return stop(1);
  }
}
