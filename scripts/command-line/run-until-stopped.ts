import { Problem } from "./problem.mjs";

type Cleanup = () => Promise<void> | void;

/** Runs a command. `onStop` registers cleanup, which runs in reverse order on Ctrl-C, a signal or a failure. */
export async function runUntilStopped(command: (onStop: (cleanup: Cleanup) => void) => Promise<void>): Promise<void> {
  const cleanups: Cleanup[] = [];
  let stopping: Promise<never> | undefined;
  const stop = (code: number) => {
    stopping ??= (async () => {
      for (const cleanup of cleanups.toReversed()) await cleanup();
      process.exit(code);
    })();
    return stopping;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  try {
    await command((cleanup) => cleanups.push(cleanup));
  } catch (error) {
    // After a signal the command's own error is expected and not reported.
    if (stopping) return stopping;
    console.error(error instanceof Problem ? error.message : error);
    return stop(1);
  }
}
