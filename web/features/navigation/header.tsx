import { Fragment, type ReactNode } from "react";
import { useLocation } from "react-router";

import { useSessionUser } from "../../api/session.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Link } from "../../ui/link.tsx";
import { Brand } from "./brand.tsx";
import { SmallScreenMenu } from "./small-screen-menu.tsx";
import { ThemeMenu } from "./theme/theme-menu.tsx";
import { useSignOut } from "./use-sign-out.ts";

type HeaderProps = {
  search: ReactNode;
  /** How many auctions the signed-in person is outbid in or, if none, leads. */
  bids: ReactNode;
  /** The signed-in person's notification bell. */
  bell: ReactNode;
};

/** The bar on every page. */
export function Header({ search, bids, bell }: HeaderProps) {
  const user = useSessionUser();
  const { isPending, signOut } = useSignOut();
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-line bg-canvas low:absolute">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-[16px] px-[16px] sm:px-6 lg:gap-8">
        {/* Icons and gaps are in pixels, so that larger text doesn't push the menu off a phone's screen. */}
        <Brand />
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <HeaderLink to={paths.auctions}>Auctions</HeaderLink>
          <HeaderLink to={paths.createAuction}>Sell</HeaderLink>
          <HeaderLink to={paths.about}>About</HeaderLink>
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-[8px]">
          {/* First in the row, so that nothing moves when it arrives. */}
          {user && <Fragment key={`bids ${user.id}`}>{bids}</Fragment>}
          {search}
          {user && <Fragment key={`bell ${user.id}`}>{bell}</Fragment>}
          {/* On a tablet these are in the menu. The bar has room for the links, the search and the bell. */}
          <div className="hidden items-center gap-2 lg:flex">
            <ThemeMenu />
            {user && (
              <>
                <Button variant="quiet" size="sm" busy={isPending} onClick={signOut}>
                  Log Out
                </Button>
                <LinkButton to={paths.myProfile} size="sm">
                  Dashboard
                </LinkButton>
              </>
            )}
          </div>
          {!user && (
            <div className="hidden items-center gap-2 md:flex">
              <LinkButton to={paths.login} variant="quiet" size="sm">
                Login
              </LinkButton>
              <LinkButton to={paths.signup} size="sm">
                Sign Up
              </LinkButton>
            </div>
          )}
          <SmallScreenMenu user={user} onSignOut={signOut} />
        </div>
      </div>
    </header>
  );
}

type HeaderLinkProps = { to: string; children: ReactNode };

function HeaderLink({ to, children }: HeaderLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      aria-current={pathname === to ? "page" : undefined}
      className="rounded-md px-3 py-2 text-sm font-medium text-muted transition-colors hover:text-ink aria-[current=page]:text-ink"
    >
      {children}
    </Link>
  );
}
