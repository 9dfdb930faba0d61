import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import { useTestScreen } from "../../../testing/auction-screen.ts";
import { ACCEPTED, bid, standing, view } from "../../../testing/auctions.ts";
import { click } from "../../../testing/click.ts";
import { advanceTimeAsync } from "../../../testing/clock.ts";
import { unverifiedRefusal, unverifiedPerson } from "../../../testing/email-verification.ts";
import { fakeApi, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { BidActions } from "./bid-actions.tsx";
import { useBidDialogs } from "./use-bid-dialogs.ts";

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

/** The bidding buttons while Bob leads. He bids again when a test clicks “Bob bids”. */
function Buttons() {
  const [highest, setHighest] = useState(120);
  const dialogs = useBidDialogs("ann");
  const auctionScreen = useTestScreen({ view: view([bid("a", highest, "bob")]), standing: "outbid" });
  return (
    <>
      <BidActions screen={auctionScreen} dialogs={dialogs} onFocusLost={() => {}} />
      <button type="button" onClick={() => setHighest(130)}>
        Bob bids
      </button>
    </>
  );
}

const accepted = success({ newBid: bid("b", 131), auction: standing(131, 2), ...ACCEPTED });
/** Bob bids 130. After `ms` milliseconds, the user clicks to bid 131. */
async function bidAfter(ms: number) {
  await click("Bob bids");
  await advanceTimeAsync(ms);
  await click("Bid $131 now");
  await advanceTimeAsync(0);
}

it("the bid button ignores a click right after its amount changes, but not the next", async () => {
  const sent = fakeApi(accepted);
  showPart(<Buttons />);
  await bidAfter(0);
  expect(sent).toEqual([]);
  expect(screen.getByRole("alert")).toHaveTextContent(
    "The minimum bid has just changed to $131, so we didn't send your bid. Tap again to bid $131.",
  );
  await advanceTimeAsync(500);
  await click("Bid $131 now");
  await advanceTimeAsync(0);
  expect(sent[0]).toMatchObject({ path: "/api/v1/bid/placeBid", body: { bidAmount: 131 } });
});

it("the first click sends an amount that has been on the button for half a second", async () => {
  const sent = fakeApi(accepted);
  showPart(<Buttons />);
  await bidAfter(500);
  expect(sent[0]).toMatchObject({ body: { bidAmount: 131 } });
});

it.each([
  [132, 131, "Your bid of $131 was outbid right away. Another bidder's maximum is higher."],
  [131, 131, "Your bid of $131 was outbid right away. Someone bid the same amount before you."],
])("the panel says a bid was outbid right away at a price of $%d", async (price, amount, text) => {
  fakeApi(success({ newBid: bid("b", amount), auction: standing(price, 2), ...ACCEPTED, leads: false }));
  showPart(<Buttons />);
  await bidAfter(500);
  expect(screen.getByText(text)).toBeVisible();
  // The panel's own alert announces that another bidder leads, so this text isn't an alert.
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByText("Bid placed successfully!")).toBeNull();
});

it("a click places no bid when the price has fallen far below the button's amount", async () => {
  fakeApi(refusal(422, "bid_unusual", "Confirm it to place it", { details: { amount: 121, minimum: 131 } }));
  showPart(<Buttons />);
  await advanceTimeAsync(500);
  await click("Bid $121 now");
  await advanceTimeAsync(0);
  // The page's price catches up.
  await click("Bob bids");
  expect(screen.getByRole("alert")).toHaveTextContent(
    "The minimum bid has just changed to $131, so we didn't send your bid",
  );
  expect(screen.queryByText("Confirm it to place it")).toBeNull();
});

it("a bid waits for a confirmed email address and is resent with the same key", async () => {
  const person = unverifiedPerson();
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", (path: string, { headers }: RequestInit = {}) => {
    if (path.endsWith("/user/profile")) return person.profile();
    if (!path.endsWith("/bid/placeBid")) return success()();
    keys.push(new Headers(headers).get("idempotency-key"));
    return person.isVerified() ? accepted() : unverifiedRefusal();
  });
  showPart(<Buttons />);
  await advanceTimeAsync(500);
  await click("Bid $121 now");
  expect(await screen.findByText(/Confirm your email address to bid/)).toBeVisible();
  person.verify();
  await vi.waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
});
