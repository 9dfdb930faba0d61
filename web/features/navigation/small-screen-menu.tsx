import { type ReactNode, useRef } from "react";

import type { SignedInUser } from "../../api/session.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../ui/link.tsx";
import { HeaderMenu } from "./header-menu.tsx";
import { ThemeChoice } from "./theme/theme-choice.tsx";

const ITEM_CLASS =
  "flex h-11 w-full items-center rounded-md px-3 text-left text-base font-medium transition-colors hover:bg-sunken";

type SmallScreenMenuProps = { user: SignedInUser | null; onSignOut: () => void };

/** The bar's links on a small screen, and on a tablet those that don't fit in the bar. */
export function SmallScreenMenu({ user, onSignOut }: SmallScreenMenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  const close = () => panel.current?.hidePopover();
  const item = (to: string, text: ReactNode) => (
    <li>
      <Link to={to} onClick={close} className={ITEM_CLASS}>
        {text}
      </Link>
    </li>
  );
  return (
    <div className="lg:hidden">
      <HeaderMenu
        label="Menu"
        icon="menu"
        buttonClass="size-[44px]"
        panelClass="right-3 max-h-[calc(100dvh-5rem)] w-56 max-w-[calc(100vw-1.5rem)] overflow-y-auto"
        panelRef={panel}
      >
        <nav aria-label="Menu">
          <ul>
            {item(paths.auctions, "Auctions")}
            {item(paths.createAuction, "Sell")}
            {item(paths.about, "About")}
            <li aria-hidden className="my-2 border-t border-line" />
            {user ? (
              <>
                {item(paths.myBids, "My Bids")}
                {item(paths.watchlist, "Watchlist")}
                {item(paths.myProfile, "Dashboard")}
                <li>
                  <button
                    type="button"
                    className={ITEM_CLASS}
                    onClick={() => {
                      close();
                      onSignOut();
                    }}
                  >
                    Log Out
                  </button>
                </li>
              </>
            ) : (
              <>
                {item(paths.login, "Login")}
                {item(paths.signup, "Sign Up")}
              </>
            )}
          </ul>
        </nav>
        <div className="mt-2 border-t border-line">
          <ThemeChoice />
        </div>
      </HeaderMenu>
    </div>
  );
}
