import { expect, it } from "vitest";

import { reportOf } from "./error-report.ts";
import { ApiFailure } from "./failure.ts";

const pageLocation = { origin: "https://lotline.test", pathname: "/auction/0123456789abcdef" };

function errorAt(message: string, position: string): Error {
  return Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at f (${position})` });
}

it("the page reports an error in our code with its location and the page's route", () => {
  const error = errorAt('Cannot read "Jane"', "https://lotline.test/assets/index-0f3a.js:1:2345");
  expect(reportOf("error", error, pageLocation)).toEqual({
    kind: "error",
    page: "/auction/:auctionId",
    message: "TypeError: Cannot read '…'",
    place: "/assets/index-0f3a.js:1:2345",
  });
});

it.each([
  ["an extension's error", errorAt("x", "chrome-extension://abcdef/content.js:1:1")],
  ["another site's error", errorAt("x", "https://other.example/tag.js:1:1")],
  ["an error without a location", Object.assign(new Error("x"), { stack: "" })],
  ["a server's refusal", new ApiFailure("busy", "The server is busy", 503)],
  ["a value that is not an error", "x"],
])("the page doesn't report %s", (_, error) => {
  expect(reportOf("error", error, pageLocation)).toBeNull();
});

it("an error report leaves out a URL that isn't one of our pages", () => {
  const error = errorAt("x", "https://lotline.test/assets/index.js:1:1");
  expect(reportOf("render", error, { ...pageLocation, pathname: "/jane@example.com" })?.page).toBe("unknown");
});
