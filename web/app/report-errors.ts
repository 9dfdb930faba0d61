/**
 * Reports errors in our own code to the log. The reporting code loads with the first error, because most visits have
 * none. If it can't load, the error is only in the browser's console.
 */
type BrowserErrorKind = "error" | "rejection" | "render";

export function reportBrowserError(kind: BrowserErrorKind, error: unknown): void {
  void import("../api/error-report.ts").then(
    ({ sendReport }) => sendReport(kind, error),
    () => undefined,
  );
}

export function reportUncaughtErrors(): void {
  addEventListener("error", ({ error }) => reportBrowserError("error", error));
  addEventListener("unhandledrejection", ({ reason }) => reportBrowserError("rejection", reason));
}
