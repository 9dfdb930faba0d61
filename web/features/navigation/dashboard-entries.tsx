import {
  ChartNoAxesCombined,
  CircleUserRound,
  Gavel,
  Handshake,
  Heart,
  History,
  type LucideIcon,
  ShieldCheck,
  SquarePlus,
  Trophy,
} from "lucide-react";
import { useLocation } from "react-router";

import { type SitePage, PAGE_NAMES, type PageName, PAGES, pagePatternOf } from "../../../worker/contract/urls/pages.ts";
import { format } from "../../ui/format.ts";
import { Link } from "../../ui/link.tsx";
import { useScrollToCurrent } from "../../ui/use-scroll-to-current.ts";

type EntryName = {
  [Name in PageName]: (typeof PAGES)[Name] extends { readonly menuLabel: string } ? Name : never;
}[PageName];

const ICONS: Readonly<Record<EntryName, LucideIcon>> = {
  myProfile: CircleUserRound,
  myAuctions: Gavel,
  createAuction: SquarePlus,
  myBids: ChartNoAxesCombined,
  watchlist: Heart,
  auctionsWon: Trophy,
  deals: Handshake,
  history: History,
  moderation: ShieldCheck,
};

const ENTRIES = PAGE_NAMES.filter((name): name is EntryName => name in ICONS).map((name) => ({
  name,
  icon: ICONS[name],
  ...PAGES[name],
}));

type DashboardEntriesProps = {
  isAdmin: boolean;
  /** For each entry, how many things on its page are waiting for the person. */
  waitingCounts: { readonly [Name in EntryName]?: number };
};

/** The dashboard's menu: a column or, on a small screen, a row scrolled to the current page's entry. */
export function DashboardEntries({ isAdmin, waitingCounts }: DashboardEntriesProps) {
  const { pathname } = useLocation();
  const list = useScrollToCurrent();
  const pattern = pagePatternOf(pathname);
  const current = Object.values<SitePage>(PAGES).find(({ path }) => path === pattern);
  return (
    <nav aria-label="Dashboard" className="-mx-4 border-b border-line sm:-mx-6 lg:mx-0 lg:border-0">
      <ul
        ref={list}
        className="relative flex [scrollbar-width:none] gap-1 overflow-x-auto px-4 max-lg:scroll-hint sm:px-6 lg:flex-col lg:overflow-visible lg:px-0"
      >
        {ENTRIES.filter((page) => isAdmin || page.audience !== "admins").map(
          ({ name, path, menuLabel, icon: Icon }) => (
            <li key={name} className="shrink-0">
              <Link
                to={path}
                aria-current={path === pathname || name === current?.parent ? "page" : undefined}
                className="group relative flex h-11 items-center gap-2.5 rounded-md px-3 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-ink aria-[current=page]:text-accent lg:hover:bg-sunken lg:aria-[current=page]:bg-accent-soft forced-colors:aria-[current=page]:border-2"
              >
                <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
                {menuLabel}
                <WaitingCount count={waitingCounts[name] ?? 0} />
                <span
                  aria-hidden
                  className="absolute inset-x-3 -bottom-px h-0.5 bg-accent opacity-0 group-aria-[current=page]:opacity-100 lg:hidden"
                />
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums lg:ml-auto">
      {format.number(count)}
      <span className="sr-only"> waiting for you</span>
    </span>
  );
}
