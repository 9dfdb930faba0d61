import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { serverNow } from "../../api/server-clock.ts";
import { LiveItem } from "../../ui/items/live-item.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import type { FeaturedFailure } from "./featured-failure.ts";

type HeroItemProps = { item: ListedAuction | undefined; loading: boolean; failure: FeaturedFailure | null };

/** A featured live auction. The box keeps its size while it loads and if there is none. */
export function HeroItem({ item, loading, failure }: HeroItemProps) {
  if (item) return <LiveItem item={item} now={serverNow} sizes="(min-width: 64rem) 38rem, 100vw" />;
  return (
    <div aria-hidden={loading} className="overflow-hidden rounded-lg border border-line bg-surface shadow-lifted">
      <div className={loading ? "aspect-4/3 animate-pulse bg-sunken" : "aspect-4/3 bg-sunken"} />
      <div className="flex h-25 items-center justify-between gap-4 px-6 text-sm text-muted">
        {!loading && <p>{failure ? failure.reason : "Nothing is live right now."}</p>}
        {failure && <RetryButton size="sm" query={failure.query} />}
      </div>
    </div>
  );
}
