import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import { announceProof } from "../../../api/email-proof.ts";
import { useTestScreen } from "../../../testing/auction-screen.ts";
import { ACCEPTED, bid, standing, view } from "../../../testing/auctions.ts";
import { fakeApi, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { account, profile } from "../../../testing/people.ts";
import { BidActions } from "./bid-actions.tsx";
import { useBidDialogs } from "./use-bid-dialogs.ts";

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

/** The buttons beside a highest bid of another person, who bids again when a test says so. */
function Buttons() {
  const [highest, setHighest] = useState(120);
  const dialogs = useBidDialogs("ann");
  const part = useTestScreen({ view: view([bid("a", highest, "bob")]), standing: "outbid" });
  return (
    <>
      <BidActions screen={part} dialogs={dialogs} onGone={() => {}} />
      <button type="button" onClick={() => setHighest(130)}>
        Bob bids
      </button>
    </>
  );
}

const press = async (name: string) => {
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole("button", { name }));
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("a press just after the amount on the button has changed sends nothing, and the next one sends what is shown", async () => {
  const sent = fakeApi(success({ newBid: bid("b", 131), auction: standing(131, 2), ...ACCEPTED }));
  showPart(<Buttons />);
  await press("Bob bids");
  await press("Bid $131 now");
  expect(sent).toEqual([]);
  expect(screen.getByRole("alert")).toHaveTextContent(
    "The smallest next bid has just changed to $131, so we didn’t send your bid. Tap again to bid $131.",
  );
  await pass(500);
  await press("Bid $131 now");
  await pass(0);
  expect(sent[0]).toMatchObject({ path: "/api/v1/bid/placeBid", body: { bidAmount: 131 } });
});

it("an amount that has been on the button for half a second is sent at the first press", async () => {
  const sent = fakeApi(success({ newBid: bid("b", 131), auction: standing(131, 2), ...ACCEPTED }));
  showPart(<Buttons />);
  await press("Bob bids");
  await pass(500);
  await press("Bid $131 now");
  await pass(0);
  expect(sent[0]).toMatchObject({ body: { bidAmount: 131 } });
});

it.each([
  [132, 131, "Your bid of $131 was outbid at once. Another bidder's maximum is higher."],
  [131, 131, "Your bid of $131 was outbid at once. Someone bid the same amount before you."],
])("a bid after which the price is %d and another leads is said to be outbid at once", async (price, amount, text) => {
  const answer = { newBid: bid("b", amount), auction: standing(price, 2), ...ACCEPTED, leads: false };
  fakeApi(success(answer));
  showPart(<Buttons />);
  await press("Bob bids");
  await pass(500);
  await press("Bid $131 now");
  await pass(0);
  expect(screen.getByText(text)).toBeVisible();
  // Beside it, the panel has an alert of its own.
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByText("Bid placed successfully!")).toBeNull();
});

it("a press whose price has fallen far below the button's amount places nothing, and says so", async () => {
  const details = { amount: 121, minimum: 131 };
  fakeApi(refusal(422, "bid_unusual", "Confirm it to place it", { details }));
  showPart(<Buttons />);
  await pass(500);
  await press("Bid $121 now");
  await pass(0);
  // The page's next figures.
  await press("Bob bids");
  expect(screen.getByRole("alert")).toHaveTextContent(
    "The smallest next bid has just changed to $131, so we didn’t send your bid",
  );
  expect(screen.queryByText("Confirm it to place it")).toBeNull();
});

it("a bid at one press that waits for a proven address is sent again by itself, with the same key", async () => {
  let emailProven = false;
  const keys: (string | null)[] = [];
  const details = { address: "j•••@e•••.com" };
  const answers = [
    refusal(403, "email_not_proven", "No", { details }),
    success({ newBid: bid("b", 121), auction: standing(121, 2), ...ACCEPTED }),
  ];
  vi.stubGlobal("fetch", (path: string, { headers }: RequestInit = {}) => {
    if (path.endsWith("/user/profile")) return success({ data: profile({ user: account({ emailProven }) }) })();
    if (!path.endsWith("/bid/placeBid")) return success()();
    keys.push(new Headers(headers).get("idempotency-key"));
    return answers.shift()?.();
  });
  showPart(<Buttons />);
  await pass(500);
  await press("Bid $121 now");
  expect(await screen.findByText(/Confirm your email address to bid/)).toBeVisible();
  emailProven = true;
  announceProof();
  await vi.waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
});
