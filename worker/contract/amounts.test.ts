import { expect, it } from "vitest";

import { createAuctionInput } from "./auction.ts";
import { placeBidInput } from "./bid.ts";

const REQUIRED_MESSAGE = "Starting price is required";
const { startingPrice } = createAuctionInput.shape;

it.each([
  [100.1, 100.1],
  ["100.10", 100.1],
  ["100", 100],
  [" 100\n", 100],
  ["\u200b100.5\u200b\ufeff", 100.5],
  ["\u200e100\u00a0", 100],
  [1e3, 1000],
  ["1000000000", 1_000_000_000],
])("the API reads %j as the amount %d", (sent, amount) => {
  expect(startingPrice.parse(sent)).toBe(amount);
});

it.each([
  0.1 + 0.2,
  8.2 * 100,
  1e21,
  1_000_000_000.01,
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "1e3",
  "0x10",
  "+100",
  "-100",
  "100.",
  ".5",
  "100.123",
  "1,000",
  "1'000",
  "١٠٠",
  "",
  " ",
  "12345678901",
  null,
  true,
  [100],
  { valueOf: 100 },
])("the API rejects %j as an amount", (sent) => {
  expect(startingPrice.safeParse(sent).error?.issues.map(({ message }) => message)).toEqual([REQUIRED_MESSAGE]);
});

it.each([0, -0, 0.5, "0", "0.99", -5, 1.001])("%j is rejected as a bid's amount", (bidAmount) => {
  const result = placeBidInput.safeParse({ productId: "a", bidAmount });
  expect(result.error?.issues[0]).toMatchObject({ path: ["bidAmount"], message: "Valid bid amount is required" });
});
