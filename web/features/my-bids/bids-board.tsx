import { useEffect, useRef } from "react";

import type { Joined } from "../../api/joined.ts";
import { serverNow } from "../../api/server-clock.ts";
import { paths } from "../../paths.ts";
import { isFocusLost } from "../../ui/focus.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { LoadingList } from "../../ui/loading-list.tsx";
import { useShownSince } from "../../ui/shown-since.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTicking } from "../../ui/ticker.ts";
import { JoinedBidButton } from "./joined-bid-button.tsx";
import { JoinedCard } from "./joined-card.tsx";
import { groupsOf, stageOf } from "./joined-stage.ts";

/** The auctions that a person bids in, in groups: first those in which they were outbid. */
export function BidsBoard({ auctions }: { auctions: readonly Joined[] }) {
  // Read again each second: an auction changes its group when its end passes.
  const order = useTicking(() =>
    Object.values(groupsOf(auctions, serverNow()))
      .map((group) => group.map(({ _id }) => _id).join())
      .join("|"),
  );
  const orderSince = useShownSince(order);
  const groups = groupsOf(auctions, serverNow());
  /** The auction whose bid was just answered: its card may move, and the focus must not fall to the page's top. */
  const placed = useRef<string | null>(null);
  useEffect(() => {
    if (placed.current === null) return;
    // While it is not known who leads, its button stays in its place.
    if (auctions.some(({ _id, unsure }) => _id === placed.current && unsure !== undefined)) return;
    if (isFocusLost()) document.getElementById(`bid-${placed.current}`)?.focus({ preventScroll: true });
    placed.current = null;
  }, [auctions]);
  /** Leaders must not bid against themselves by accident, so only outbid bidders have a button. */
  const actionIn = (auction: Joined) => {
    const stage = stageOf(auction, serverNow());
    if (stage === "outbid" || stage === "unsure") {
      const onSettled = () => {
        placed.current = auction._id;
      };
      return <JoinedBidButton auction={auction} orderSince={orderSince} onSettled={onSettled} />;
    }
    if (stage !== "won") return null;
    return (
      <LinkButton to={paths.auctionsWon} look="secondary" className="w-full">
        Your winnings
      </LinkButton>
    );
  };
  const sections = [
    { id: "needs-you", title: "Needs you", note: "Another bidder leads.", auctions: groups.needsYou },
    { id: "leading", title: "Leading", note: "Your bid is the highest.", auctions: groups.leading },
    { id: "ended", title: "Ended today", note: "Within the last 24 hours.", auctions: groups.ended },
  ];
  return (
    <div className="space-y-9">
      {sections.map(
        ({ id, title, note, auctions: members }) =>
          members.length > 0 && (
            <section key={id} aria-labelledby={`bids-${id}`}>
              <div className="flex flex-wrap items-baseline gap-x-3">
                <h2 id={`bids-${id}`} className="font-display text-xl font-medium">
                  {title} <span className="text-muted tabular-nums">({members.length})</span>
                </h2>
                <p className="text-sm text-muted">{note}</p>
              </div>
              <ul className="mt-3 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
                {members.map((auction) => (
                  <li key={auction._id}>
                    <JoinedCard auction={auction} action={actionIn(auction)} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  );
}

const PLACEHOLDERS = ["first", "second", "third"];

export function BidsBoardSkeleton() {
  return (
    <LoadingList note="Loading your bids...">
      <div className="divide-y divide-line rounded-lg border border-line bg-surface">
        {PLACEHOLDERS.map((key) => (
          <div key={key} className="flex items-center gap-4 px-4 py-4 sm:px-5">
            <Skeleton className="h-16 w-20 shrink-0 sm:h-21 sm:w-28" />
            <div className="flex-1 space-y-2.5">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="h-5 w-2/5" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          </div>
        ))}
      </div>
    </LoadingList>
  );
}
