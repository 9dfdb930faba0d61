import { useQuery } from "@tanstack/react-query";
import { Trophy } from "lucide-react";

import { winningsQuery } from "../api/activity.ts";
import { settingsQuery } from "../api/settings.ts";
import { WinningCard } from "../features/winnings/winning-card.tsx";
import { WinningSkeleton } from "../features/winnings/winning-skeleton.tsx";
import { WinningsCounters } from "../features/winnings/winnings-counters.tsx";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { LoadingNote } from "../ui/loading-note.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { Placeholders } from "../ui/placeholders.tsx";
import { QueryList } from "../ui/query-list.tsx";
import { hasFailed, isLoading } from "../ui/query-state.ts";

const GRID_CLASS = "grid gap-5 sm:grid-cols-2 xl:grid-cols-3";

export default function AuctionsWonPage() {
  const query = useQuery(winningsQuery);
  const { data } = query;
  const loading = isLoading(query);
  const { data: settings } = useQuery(settingsQuery);
  const currency = settings?.currency ?? data?.winnings[0]?.currency;

  return (
    <>
      <PageHeading
        title="My Winnings"
        text={
          // One line in either case, so that nothing moves when the winnings arrive.
          <span className="flex h-6 items-center">
            {loading ? <LoadingNote>Loading your winnings...</LoadingNote> : "Everything you have won, latest first."}
          </span>
        }
      />
      {!hasFailed(query) && <WinningsCounters statistics={data?.statistics} currency={currency} />}
      <div className="mt-6">
        <QueryList
          query={query}
          items={data?.winnings}
          loading={
            <div className={GRID_CLASS}>
              <Placeholders>
                <WinningSkeleton />
              </Placeholders>
            </div>
          }
          failed="Cannot fetch user winnings"
          empty={
            <EmptyState
              icon={Trophy}
              title="No Winnings Yet"
              text="Start bidding on auctions to win amazing items"
              link={{ to: paths.auctions, label: "Browse Auctions" }}
            />
          }
        >
          {(winnings) => (
            <ul className={GRID_CLASS}>
              {winnings.map((winning) => (
                <li key={winning.id} className="min-w-0">
                  <WinningCard winning={winning} />
                </li>
              ))}
            </ul>
          )}
        </QueryList>
      </div>
    </>
  );
}
