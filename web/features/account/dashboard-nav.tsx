import { History, type LucideIcon, PlusCircle, Store, Trophy, UserRound } from "lucide-react";
import { Link, useLocation } from "react-router";

import { paths } from "../../paths.ts";
import { classes } from "../../ui/classes.ts";

const ENTRIES: { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.myProfile, label: "My Profile", icon: UserRound },
  { to: paths.myAuctions, label: "My Auctions", icon: Store },
  { to: paths.createAuction, label: "Create Auction", icon: PlusCircle },
  { to: paths.auctionsWon, label: "Auctions Won", icon: Trophy },
  { to: paths.history, label: "History", icon: History },
];

/** The dashboard's pages: a column beside the page, a row above it on small screens. */
export function DashboardNav() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Dashboard">
      <ul className="flex gap-1 overflow-x-auto lg:flex-col lg:overflow-visible">
        {ENTRIES.map(({ to, label, icon: Icon }) => {
          const here = pathname === to;
          return (
            <li key={to} className="shrink-0">
              <Link
                to={to}
                aria-current={here ? "page" : undefined}
                className={classes(
                  "flex h-11 items-center gap-3 rounded-md px-3 text-sm font-medium -outline-offset-2 transition-colors",
                  here ? "bg-accent-soft text-accent" : "text-muted hover:bg-sunken hover:text-ink",
                )}
              >
                <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
