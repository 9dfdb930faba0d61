/**
 * Reports an error: where in our code, on which page, and its message without personal data
 * (`worker/contract/browser-error.ts`). Skips errors from extensions and other sites' scripts.
 */
import { anonymousText, type BrowserErrorInput } from "../../worker/contract/browser-error.ts";
import { pagePatternOf } from "../../worker/contract/urls/pages.ts";

const REPORT_URL = "/api/v1/browser-errors";
/** A failing page usually fails repeatedly. */
const MAX_REPORTS = 5;
/** A place in a stack: a file's URL, then line and column. */
const STACK_POSITION = /(\w[\w-]*:\/\/[^\s)]+?)(:\d+:\d+)/;

// One set per document, because the limit is per document.
const reported = new Set<string>();

export function sendReport(kind: BrowserErrorInput["kind"], error: unknown): void {
  const report = reportOf(kind, error, location);
  if (!report) return;
  const key = `${report.message} ${report.place}`;
  if (reported.has(key) || reported.size >= MAX_REPORTS) return;
  reported.add(key);
  const body = JSON.stringify(report);
  // Nothing waits for the report, and it may be lost.
  fetch(REPORT_URL, { method: "POST", headers: { "content-type": "application/json" }, body, keepalive: true }).catch(
    () => undefined,
  );
}

/** Null if the error isn't from our own code, or if it's a failed or canceled call. */
export function reportOf(
  kind: BrowserErrorInput["kind"],
  error: unknown,
  { origin, pathname }: Pick<Location, "origin" | "pathname">,
): BrowserErrorInput | null {
  if (!(error instanceof Error) || error.name === "ApiFailure" || error.name === "AbortError") return null;
  const [, file, position] = STACK_POSITION.exec(error.stack ?? "") ?? [];
  if (!file?.startsWith(`${origin}/`) || !position) return null;
  return {
    kind,
    page: pagePatternOf(pathname) ?? "unknown",
    message: anonymousText(`${error.name}: ${error.message}`),
    place: `${new URL(file).pathname}${position}`.slice(0, 120),
  };
}
