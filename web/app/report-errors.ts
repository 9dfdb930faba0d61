/**
 * Reports errors of our own code to the log. What makes the report is loaded with the first error: most visits have
 * none. If it cannot be loaded, the error is in the browser's console only.
 */
type Kind = "error" | "rejection" | "render";

export function reportError(kind: Kind, error: unknown): void {
  void import("../api/error-report.ts").then(
    ({ sendReport }) => sendReport(kind, error),
    () => undefined,
  );
}

export function reportUncaughtErrors(): void {
  addEventListener("error", ({ error }) => reportError("error", error));
  addEventListener("unhandledrejection", ({ reason }) => reportError("rejection", reason));
}
