import { type ReactNode, useId, useRef } from "react";
import { Link } from "react-router";

import type { SessionUser } from "../../api/session.ts";
import { paths } from "../../paths.ts";
import { SpriteIcon } from "../../ui/sprite-icon.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

const itemClass =
  "flex h-11 w-full items-center rounded-md px-3 text-left text-base font-medium transition-colors hover:bg-sunken";

type SmallMenuProps = { user: SessionUser | null; onLogOut: () => void };

/**
 * The bar's links on a small screen. The browser's own popover closes on Escape and on a press outside, and adds no
 * library to the first page.
 */
export function SmallMenu({ user, onLogOut }: SmallMenuProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const close = () => panel.current?.hidePopover();
  const item = (to: string, text: ReactNode) => (
    <li>
      <Link to={to} onClick={close} className={itemClass}>
        {text}
      </Link>
    </li>
  );
  return (
    <div className="md:hidden">
      <button
        type="button"
        popoverTarget={id}
        aria-label="Menu"
        className="flex size-11 items-center justify-center rounded-md hover:bg-sunken"
      >
        <SpriteIcon name="menu" className="size-5" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="fixed inset-auto top-17 right-3 m-0 w-56 rounded-lg border border-line bg-surface p-2 text-ink shadow-overlay"
      >
        <nav aria-label="Menu">
          <ul>
            {item(paths.auctions, "Auctions")}
            {item(paths.about, "About")}
            <li aria-hidden className="my-2 border-t border-line" />
            {user ? (
              <>
                {item(paths.myProfile, "Dashboard")}
                <li>
                  <button
                    type="button"
                    className={itemClass}
                    onClick={() => {
                      close();
                      onLogOut();
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
      </div>
    </div>
  );
}
