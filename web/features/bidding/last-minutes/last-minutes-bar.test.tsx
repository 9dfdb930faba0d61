import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import { useTestScreen } from "../../../testing/auction-screen.ts";
import { bid, END, standing, view } from "../../../testing/auctions.ts";
import { fakeApi, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { useBidDialogs } from "../bids/use-bid-dialogs.ts";
import { StickyBidBar } from "../sticky-bid-bar.tsx";
import type { AuctionScreen } from "../use-auction.ts";

const endsAt = Date.parse(END);

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, now: endsAt - 60_000 }));

const press = async (name: string) => {
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole("button", { name }));
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The bar beside a bid of Bob, and what changes when a test presses one of the buttons. */
function Bar({ first }: { first: Partial<AuctionScreen> }) {
  const [more, setMore] = useState(first);
  const dialogs = useBidDialogs("ann");
  const part = useTestScreen({
    view: view([bid("b", 150, "bob")]),
    standing: "outbid",
    finalCall: "oneMinute",
    ...more,
  });
  const changes: Record<string, Partial<AuctionScreen>> = {
    "Time passes": { finalCall: "oneMinute" },
    "Bob bids": { standing: "outbid", view: view([bid("c", 160, "bob")]) },
    "It ends": { stage: "closing", finalCall: "none" },
    "It is sold": { stage: "sold", finalCall: "none" },
  };
  return (
    <>
      <StickyBidBar screen={part} dialogs={dialogs} />
      {Object.entries(changes).map(([name, change]) => (
        <button key={name} type="button" onClick={() => setMore({ ...more, ...change })}>
          {name}
        </button>
      ))}
    </>
  );
}

const accepted = success({ newBid: bid("d", 151), auction: standing(151, 2) });

it("in the last minutes the bar's button names the amount and sends it at the first press", async () => {
  const sent = fakeApi(accepted);
  showPart(<Bar first={{}} />);
  expect(screen.queryByRole("button", { name: "Place Bid" })).toBeNull();
  await press("Bid $151");
  await pass(0);
  expect(sent[0]).toMatchObject({ path: "/api/v1/bid/placeBid", body: { bidAmount: 151 } });
});

it("the first press in the seconds after the button has replaced another one explains it, and the next sends its amount", async () => {
  const sent = fakeApi(accepted);
  showPart(<Bar first={{ finalCall: "none" }} />);
  expect(screen.getByRole("button", { name: "Place Bid" })).toBeVisible();
  await press("Time passes");
  await pass(3_000);
  await press("Bid $151");
  // A double tap is one press.
  await pass(200);
  await press("Bid $151");
  expect(sent).toEqual([]);
  expect(screen.getByRole("alert")).toHaveTextContent(
    "This button now bids at once, so we didn’t send your bid. Tap again to bid $151.",
  );
  await pass(500);
  await press("Bid $151");
  await pass(0);
  expect(sent[0]).toMatchObject({ body: { bidAmount: 151 } });
});

it("what one press does is explained once, also when the amount changes between the presses", async () => {
  const sent = fakeApi(accepted);
  showPart(<Bar first={{ finalCall: "none" }} />);
  await press("Time passes");
  await press("Bid $151");
  expect(screen.getByRole("alert")).toHaveTextContent("This button now bids at once");
  await pass(500);
  await press("Bob bids");
  await press("Bid $161");
  expect(screen.getByRole("alert")).toHaveTextContent("The smallest next bid has just changed to $161, so");
  await pass(500);
  await press("Bid $161");
  await pass(0);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ body: { bidAmount: 161 } });
});

it("some seconds after the button has replaced another one its first press bids", async () => {
  const sent = fakeApi(accepted);
  showPart(<Bar first={{ finalCall: "none" }} />);
  await press("Time passes");
  await pass(5_000);
  await press("Bid $151");
  await pass(0);
  expect(sent[0]).toMatchObject({ body: { bidAmount: 151 } });
});

it("a leader has no button, and a press just after being outbid sends nothing", async () => {
  const sent = fakeApi(accepted);
  showPart(<Bar first={{ standing: "leading", view: view([bid("a", 150)]) }} />);
  expect(screen.getByText("You lead")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Bid \$/ })).toBeNull();
  await press("Bob bids");
  await press("Bid $161");
  expect(sent).toEqual([]);
  expect(screen.getByRole("alert")).toHaveTextContent("The smallest next bid has just changed to $161, so");
});

it("a refusal is shown at the button", async () => {
  fakeApi(refusal(409, "bid_too_low", "The smallest next bid is $160", { details: { minimum: 160 } }));
  showPart(<Bar first={{}} />);
  await press("Bid $151");
  await pass(0);
  expect(screen.getByRole("alert")).toHaveTextContent("The smallest next bid is $160");
});

it("the bar of a seller has no button", () => {
  showPart(<Bar first={{ standing: "seller" }} />);
  expect(screen.queryByRole("button", { name: /^(Bid|Place)/ })).toBeNull();
});

it("an auction that ends on screen leaves its result in the bar, and one that ended before does not", async () => {
  showPart(<Bar first={{}} />);
  await press("It ends");
  expect(screen.getByText("Ended, waiting for the result")).toBeVisible();
  await press("It is sold");
  expect(screen.getByText("Sold for $150")).toBeVisible();
});

it("the page of an auction that has ended long ago has no bar", () => {
  showPart(<Bar first={{ stage: "sold", finalCall: "none" }} />);
  expect(screen.queryByText("Sold for $150")).toBeNull();
});
