/** The state of an auction's page, for tests of its parts. Its socket never connects, so bids go over REST. */
import { LiveAuctionSocket } from "../api/live-auction-socket.ts";
import { useBidMutations } from "../features/auction/bids/use-bid-mutations.ts";
import type { AuctionScreen } from "../features/auction/use-auction.ts";

const socket = new LiveAuctionSocket(
  "lot",
  { read: () => undefined, write: () => {}, refetch: () => {} },
  "http://here",
);

/** The screen as Ann sees it. She leads by default. */
export function useTestScreen(overrides: Partial<AuctionScreen> & Pick<AuctionScreen, "view">): AuctionScreen {
  const bidding = useBidMutations("lot", socket);
  return {
    userId: "ann",
    standing: "leading",
    mightLead: (overrides.standing ?? "leading") === "leading",
    stage: "live",
    ownMaximum: null,
    isOwnMaximumPublic: false,
    startsAt: null,
    endsAt: Date.parse(overrides.view.auction.auctionEndTime),
    finalCall: "none",
    connection: socket.connection(),
    reconnect: () => {},
    bidding,
    ...overrides,
  };
}
