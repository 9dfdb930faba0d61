import { type ReactNode, useRef, useState } from "react";

import { useNear } from "./use-near.ts";

/** How close to the screen the content must come to be rendered. About one screen, so scrolling rarely has to wait. */
const MARGIN = "800px";

/** A part far down a page. It renders, and fetches its data, when it comes near the screen. */
export function NearView({ margin = MARGIN, children }: { margin?: string; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useNear(container, isNear ? undefined : margin, () => setIsNear(true));
  return <div ref={container}>{isNear && children}</div>;
}
