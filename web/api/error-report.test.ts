import { expect, it } from "vitest";

import { reportOf } from "./error-report.ts";
import { ApiFailure } from "./failure.ts";

const here = { origin: "https://lotline.test", pathname: "/auction/0123456789abcdef" };

function failing(message: string, place: string): Error {
  return Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at f (${place})` });
}

it("the page reports an error in our code with its location and the page's route", () => {
  const error = failing('Cannot read "Jane"', "https://lotline.test/assets/index-0f3a.js:1:2345");
  expect(reportOf("error", error, here)).toEqual({
    kind: "error",
    page: "/auction/:auctionId",
    message: "TypeError: Cannot read '…'",
    place: "/assets/index-0f3a.js:1:2345",
  });
});

it.each([
  ["an extension's error", failing("x", "chrome-extension://abcdef/content.js:1:1")],
  ["another site's error", failing("x", "https://other.example/tag.js:1:1")],
  ["an error without a location", Object.assign(new Error("x"), { stack: "" })],
  ["a server's refusal", new ApiFailure("busy", "The server is busy", 503)],
  ["a value that is not an error", "x"],
])("the page doesn't report %s", (_, error) => {
  expect(reportOf("error", error, here)).toBeNull();
});

it("an error report leaves out a URL that isn't one of our pages", () => {
  const error = failing("x", "https://lotline.test/assets/index.js:1:1");
  expect(reportOf("render", error, { ...here, pathname: "/jane@example.com" })?.page).toBe("unknown");
});
