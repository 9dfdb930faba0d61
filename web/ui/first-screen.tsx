/**
 * The page before its script has run. The build renders it (`web/app/first-screens.tsx`), and the Worker fills in
 * images and title. The page keeps showing it while its code and data load, with the same elements, so that no image
 * flickers.
 */
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";

/**
 * The first screen's element. Module state, because the element is in the page before the first render. Null if the
 * page has none, or once a page has loaded.
 */
let element = typeof document === "undefined" ? null : document.getElementById("first-screen");
const initialPathname = element && location.pathname;

/** The first screen while its page is `loading`, otherwise null. Once a page has loaded, it's over. */
export function useFirstScreen(loading: boolean): ReactNode {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!loading) element = null;
  }, [loading]);
  const shown = pathname === initialPathname && loading ? element : null;
  if (!shown) return null;
  return (
    <>
      <output className="sr-only">Loading</output>
      <div ref={(container) => container?.append(shown)} />
    </>
  );
}
