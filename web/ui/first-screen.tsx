/**
 * The page before its script has run. The build has rendered it (`web/app/first-screens.tsx`), and the Worker has
 * filled in images and title. The page keeps showing it while its code and data load, with the same elements, so that
 * no image flickers.
 */
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";

/** Module state, because it is in the page before the first render. Null if there is none, and once it has ended. */
let element = typeof document === "undefined" ? null : document.getElementById("first-screen");
const address = element && location.pathname;

/** The first screen while its page is `loading`, otherwise null. It ends with the first load. */
export function useFirstScreen(loading: boolean): ReactNode {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!loading) element = null;
  }, [loading]);
  const shown = pathname === address && loading ? element : null;
  if (!shown) return null;
  return (
    <>
      <output className="sr-only">Loading</output>
      <div ref={(place) => place?.append(shown)} />
    </>
  );
}
