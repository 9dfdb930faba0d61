import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { anonymousText } from "../contract/browser-error.ts";
import { doneResponse } from "../contract/fields.ts";
import { requestJson, expectRefusal } from "../testing/http.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const REPORT = {
  kind: "error",
  page: "/auction/:auctionId",
  message: "TypeError: x is undefined",
  place: "/assets/auction-page-0f3a.js:1:2345",
};
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

// An isolate samples the log lines of all test files together. So each test starts in a new minute, and a first report
// resets the count of skipped lines.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  await linesFor(REPORT);
});

/** The lines that a report leaves in the log. */
async function linesFor(report: object): Promise<string[]> {
  const warnSpy = vi.spyOn(console, "warn").mockClear();
  await requestJson(doneResponse, "/browser-errors", {
    method: "POST",
    json: report,
    headers: { "user-agent": FIREFOX },
  });
  return warnSpy.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("browser_error"));
}

it("an error reported by a browser becomes one line in the log", async () => {
  const lines = await linesFor(REPORT);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { event: "browser_error", ...REPORT, browser: "Firefox on Linux", standsFor: 1 },
  ]);
});

it("T23: a browser's report is logged without quotes, addresses or whole IDs", async () => {
  const [line = ""] = await linesFor({
    kind: "error",
    page: "/auction/0123456789abcdef",
    message: 'No "my secret" at jane@example.com 0123456789abcdef0123456789abcdef ?token=abc 4111111111111111',
    place: "https://evil.example/x.js?token=abc",
  });
  expect(JSON.parse(line)).toMatchObject({ page: "unknown", place: "unknown", message: "No '…' at …@… 0123… 4111…" });
});

it("a report with too long a message or an unknown kind is rejected", async () => {
  const call = (json: object) => ["/browser-errors", { method: "POST", json }] as const;
  await expectRefusal("invalid_input", 400, ...call({ ...REPORT, message: "x".repeat(201) }));
  await expectRefusal("invalid_input", 400, ...call({ ...REPORT, kind: "other" }));
});

it.each([
  ["no quotes", `Unexpected token 'h', "hello you" is not valid JSON`, "Unexpected token '…', '…' is not valid JSON"],
  ["no query or fragment", "Failed to fetch https://a.example/x?token=1#s", "Failed to fetch https://a.example/x"],
  ["no full UUID", "No 01234567-89ab-cdef-0123-456789abcdef", "No 0123…"],
  ["no full card number", "Wrong: 4111111111111111", "Wrong: 4111…"],
])("an error message is logged with %s", (_, text, loggedText) => {
  expect(anonymousText(text)).toBe(loggedText);
});
