/**
 * The page before its script has run. The build has rendered it (`web/app/first-screens.tsx`), and the Worker has
 * filled in images and title. The page shows it on while its code and data load: the same elements, so that no image
 * disappears and comes again.
 */
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";

/** Module state, because it is in the page before the first render. Null if there is none, and once it has ended. */
let element = typeof document === "undefined" ? null : document.getElementById("first-screen");
const address = element && location.pathname;

/** The first screen while the page that it belongs to is `loading`; otherwise null. It ends with the first loading. */
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
