import { Suspense, useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

import { HumanCheck } from "../features/account/human-check.tsx";
import { Header } from "../features/navigation/header.tsx";
import { BellButton } from "../features/notifications/bell-button.tsx";
import { SearchButton } from "../features/search/search-button.tsx";
import { isAt, paths } from "../paths.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { optionalComponent, lazyComponent } from "../ui/lazy-component.tsx";
import { PAGE_CHANGED } from "../ui/toast-times.ts";
import { PageOutlet } from "./page-outlet.tsx";
import { useScrollRestoration } from "./use-scroll-restoration.ts";

const BidsChip = optionalComponent(async () => (await import("../features/my-bids/bids-chip.tsx")).default);
const NotificationBell = lazyComponent(() => import("../features/notifications/notification-bell.tsx"));
const SiteFooter = optionalComponent(async () => (await import("../features/navigation/site-footer.tsx")).default);

/** Pages with their own search field. Everywhere else, the bar has one. */
const PATHS_WITH_SEARCH: readonly string[] = [paths.home, paths.auctions];

/** The frame of every page: header, footer, and the main part, which gets focus on each new page. */
export function Shell() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const shownPathname = useRef(pathname);
  useScrollRestoration();

  // Screen readers start at the top of a new page. Back keeps the position. A layer over a page has its own history
  // entry and keeps focus.
  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    dispatchEvent(new Event(PAGE_CHANGED));
    if (navigationType !== NavigationType.Pop) main.current?.focus({ preventScroll: true });
  }, [pathname, navigationType]);

  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 rounded-md bg-accent px-4 py-2 text-sm font-medium text-on-accent not-focus:sr-only"
      >
        Skip to content
      </a>
      <Header
        search={
          // Hidden instead of removed, because its keyboard shortcut works everywhere.
          <div className={PATHS_WITH_SEARCH.some((path) => isAt(pathname, path)) ? "hidden" : "contents"}>
            <SearchButton />
          </div>
        }
        bids={<BidsChip />}
        bell={<Bell />}
      />
      <main ref={main} id="main" tabIndex={-1} className="min-h-dvh pt-16 outline-none">
        <PageOutlet />
      </main>
      <SiteFooter />
      <HumanCheck />
    </>
  );
}

/** Mounted anew for each person, so that one person's tap never opens the next person's bell. */
function Bell() {
  /** Counts taps before the code has loaded. The bell then opens as soon as it's there. */
  const [taps, setTaps] = useState(0);
  const press = () => setTaps(taps + 1);
  return (
    // Another tap tries again.
    <ErrorBoundary resetKey={String(taps)} fallback={<BellButton onClick={press} />}>
      <Suspense fallback={<BellButton aria-busy={taps > 0} onClick={press} />}>
        <NotificationBell wasTapped={taps > 0} />
      </Suspense>
    </ErrorBoundary>
  );
}
