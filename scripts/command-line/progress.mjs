/**
 * Shows a command's progress, with seconds and counts. A terminal has one line that updates. Elsewhere, there's a line
 * when a step begins, when it ends, and every 20 seconds in between. Plain JavaScript: see bootstrap.mjs.
 */

const REDRAW_INTERVAL_MS = 250;
/** Without a terminal, how often to log that a step is still running. */
const LOG_INTERVAL_MS = 20_000;
const CLEAR_LINE = "\r\u001b[K";

/**
 * @typedef {{ readonly name: string, readonly startedAt: number, readonly progress: () => string }} Step
 * @type {Set<Step>}
 */
const running = new Set();
/** @type {NodeJS.Timeout | undefined} */
let timer;

/**
 * Runs a step. `progress` is how much of it is done, in words, such as "34 of 118".
 * @template Result
 * @param {string} name As in "Building the pages".
 * @param {() => Promise<Result>} work
 * @param {() => string} [progress]
 * @returns {Promise<Result>}
 */
export async function step(name, work, progress = () => "") {
  const one = { name, startedAt: Date.now(), progress };
  running.add(one);
  if (!process.stdout.isTTY) console.log(`  ${name} …`);
  timer ??= setInterval(show, process.stdout.isTTY ? REDRAW_INTERVAL_MS : LOG_INTERVAL_MS).unref();
  try {
    const result = await work();
    console.log(`${process.stdout.isTTY ? CLEAR_LINE : ""}  ${name}: done in ${secondsOf(one)} s`);
    return result;
  } finally {
    running.delete(one);
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
      if (process.stdout.isTTY) process.stdout.write(CLEAR_LINE);
    }
  }
}

function show() {
  const lines = Array.from(running, (one) => {
    const progress = one.progress();
    return `${one.name}${progress === "" ? "" : `, ${progress}`}, ${secondsOf(one)} s`;
  });
  if (!process.stdout.isTTY) return lines.forEach((line) => console.log(`  ${line}`));
  process.stdout.write(
    `${CLEAR_LINE}  ${lines.join(" · ")}`.slice(0, (process.stdout.columns ?? 80) + CLEAR_LINE.length - 1),
  );
}

/** @param {Step} step */
function secondsOf({ startedAt }) {
  return Math.round((Date.now() - startedAt) / 1_000);
}
