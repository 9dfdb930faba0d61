import {
  ChartNoAxesCombined,
  CircleUserRound,
  Gavel,
  Heart,
  History,
  type LucideIcon,
  ShieldCheck,
  SquarePlus,
  Trophy,
} from "lucide-react";
import { useLocation } from "react-router";

import { paths } from "../../paths.ts";
import { Link } from "../../ui/link.tsx";
import { useScrollToCurrent } from "../../ui/scroll-to-current.ts";

type Entry = {
  to: string;
  text: string;
  icon: LucideIcon;
  /** Another page that belongs to this entry. */
  and?: string;
};

const ENTRIES: readonly Entry[] = [
  { to: paths.myProfile, text: "My Profile", icon: CircleUserRound },
  { to: paths.myAuctions, text: "My Auctions", icon: Gavel, and: paths.drafts },
  { to: paths.createAuction, text: "Create Auction", icon: SquarePlus },
  { to: paths.myBids, text: "My Bids", icon: ChartNoAxesCombined },
  { to: paths.watchlist, text: "Watchlist", icon: Heart },
  { to: paths.auctionsWon, text: "Auctions Won", icon: Trophy },
  { to: paths.history, text: "History", icon: History },
];

const ADMIN_ENTRIES: readonly Entry[] = [
  { to: paths.moderation, text: "Moderation", icon: ShieldCheck, and: paths.desk },
];

/** A column; on a small screen a row that is scrolled to the current page's entry. */
export function DashboardEntries({ admin }: { admin: boolean }) {
  const { pathname } = useLocation();
  const list = useScrollToCurrent();
  return (
    <nav aria-label="Dashboard" className="-mx-4 border-b border-line sm:-mx-6 lg:mx-0 lg:border-0">
      <ul
        ref={list}
        className="relative flex [scrollbar-width:none] gap-1 overflow-x-auto px-4 max-lg:scroll-hint sm:px-6 lg:flex-col lg:overflow-visible lg:px-0"
      >
        {[...ENTRIES, ...(admin ? ADMIN_ENTRIES : [])].map(({ to, text, icon: Icon, and }) => (
          <li key={to} className="shrink-0">
            <Link
              to={to}
              aria-current={pathname === to || pathname === and ? "page" : undefined}
              className="group relative flex h-11 items-center gap-2.5 rounded-md px-3 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-ink aria-[current=page]:text-accent lg:hover:bg-sunken lg:aria-[current=page]:bg-accent-soft forced-colors:aria-[current=page]:border-2"
            >
              <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
              {text}
              <span
                aria-hidden
                className="absolute inset-x-3 -bottom-px h-0.5 bg-accent opacity-0 group-aria-[current=page]:opacity-100 lg:hidden"
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
