import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { Intent } from "../../intent.ts";
import { SignedOutNote } from "./signed-out-note.tsx";

const BID: Intent = { action: "bid", amount: 1262, currency: "USD", bidId: null, personId: "ann" };

it.each<[string, Partial<Intent>]>([
  ["Your bid of $1,262 was not placed.", {}],
  ["Sign in to bid.", { amount: null }],
  ["Your maximum of $1,262 was not placed.", { action: "maximum" }],
  ["You didn't buy this item for $1,262.", { action: "buy" }],
  ["Your bid was not changed to $1,262.", { action: "edit" }],
  ["Your maximum was not changed to $1,262.", { action: "editMaximum" }],
  ["Your bid was not undone.", { action: "undo", amount: null }],
  ["Your bid was not deleted.", { action: "delete", amount: null }],
])("the login page tells a signed-out user: %s", (text, more) => {
  render(<SignedOutNote intent={{ ...BID, ...more }} />);
  expect(screen.getByRole("alert")).toHaveTextContent(`You were signed out. ${text}`);
});

it("the login page doesn't tell visitors that they were signed out", () => {
  render(<SignedOutNote intent={{ ...BID, personId: null }} />);
  expect(screen.queryByRole("alert")).toBeNull();
});
