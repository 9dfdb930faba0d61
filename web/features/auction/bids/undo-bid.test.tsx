import { screen } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import type { PublicBid } from "../../../../worker/contract/bid.ts";
import { useTestScreen } from "../../../testing/auction-screen.ts";
import { bid, END, standing, view } from "../../../testing/auctions.ts";
import { clickNext } from "../../../testing/click.ts";
import { advanceTimeAsync } from "../../../testing/clock.ts";
import { fakeApi, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import type { AuctionScreen } from "../use-auction.ts";
import { BidActions } from "./bid-actions.tsx";
import { UndoBid } from "./undo-bid.tsx";
import { useBidDialogs } from "./use-bid-dialogs.ts";

const endsAt = Date.parse(END);
/** When the `bid` builder places its bids, an hour before the end. */
const PLACED_AT = endsAt - 3_600_000;

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

const button = () => screen.queryByRole("button", { name: "Undo your bid of $120" });

type UndoPageState = { bids?: PublicBid[]; details?: Partial<AuctionDetails>; stage?: AuctionScreen["stage"] };

function useAuctionScreen({ bids = [bid("a", 120)], details = {}, stage = "live" }: UndoPageState): AuctionScreen {
  return useTestScreen({ view: view(bids, 2, details), stage });
}

function Undo(shown: UndoPageState) {
  const focusRef = useRef<HTMLDivElement>(null);
  return (
    <div ref={focusRef} tabIndex={-1} data-testid="place">
      <UndoBid
        screen={useAuctionScreen(shown)}
        dialogs={useBidDialogs("ann")}
        keepFocus={() => focusRef.current?.focus()}
      />
    </div>
  );
}

function Buttons() {
  const dialogs = useBidDialogs("ann");
  return <BidActions screen={useAuctionScreen({})} dialogs={dialogs} onFocusLost={() => {}} />;
}

it("a bidder can undo their leading bid for a minute, which is announced once", async () => {
  vi.setSystemTime(PLACED_AT + 2_000);
  showPart(<Undo />);
  expect(button()).toHaveTextContent("Undo (0:58)");
  const polite = document.querySelector('[aria-live="polite"]');
  expect(polite).toHaveTextContent("You can undo your bid of $120 for 58 seconds.");
  await advanceTimeAsync(57_000);
  expect(button()).toHaveTextContent("Undo (0:01)");
  expect(polite).toHaveTextContent("You can undo your bid of $120 for 58 seconds.");
  await advanceTimeAsync(1_000);
  expect(button()).toBeNull();
  await advanceTimeAsync(7_000);
  expect(polite).toBeEmptyDOMElement();
});

it.each<[string, UndoPageState]>([
  ["once another bid leads", { bids: [bid("b", 130, "bob"), bid("a", 120)] }],
  ["for someone else's bid", { bids: [bid("b", 120, "bob")] }],
  ["without any bid", { bids: [] }],
  ["after the end", { stage: "closing" }],
  ["in the last minutes", { details: { auctionEndTime: new Date(PLACED_AT + 120_000).toISOString() } }],
])("the page offers no undo %s", (_when, shown) => {
  vi.setSystemTime(PLACED_AT + 1_000);
  showPart(<Undo {...shown} />);
  expect(button()).toBeNull();
});

it("the undo button disappears in the last minutes, and focus stays nearby", async () => {
  vi.setSystemTime(PLACED_AT);
  showPart(<Undo details={{ auctionEndTime: new Date(PLACED_AT + 130_000).toISOString() }} />);
  expect(button()).toHaveTextContent("Undo (0:10)");
  button()?.focus();
  await advanceTimeAsync(10_000);
  expect(button()).toBeNull();
  expect(screen.getByTestId("place")).toHaveFocus();
});

it("the page sends an undo with its reason", async () => {
  vi.setSystemTime(PLACED_AT + 1_000);
  const sent = fakeApi(success({ auction: standing(100, 0), seq: 3, hash: "bb" }));
  showPart(<Buttons />);
  await clickNext("Undo your bid of $120");
  await advanceTimeAsync(0);
  expect(sent[0]).toMatchObject({ path: "/api/v1/bid/deleteBid/a?reason=mistake", method: "DELETE" });
  expect(screen.getByText("Your bid was undone")).toBeVisible();
});

it("the page explains why an undo failed", async () => {
  vi.setSystemTime(PLACED_AT + 1_000);
  const message = "Someone has bid since, so you can no longer undo this bid";
  fakeApi(refusal(409, "undo_higher_bid", message));
  showPart(<Buttons />);
  await clickNext("Undo your bid of $120");
  await advanceTimeAsync(0);
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
});
