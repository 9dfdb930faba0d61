import { lazyPart } from "../../ui/lazy-part.tsx";

/** Only deployments without samples load it. */
export const Counted = lazyPart(() => import("./counted.tsx"));
