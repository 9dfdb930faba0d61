import { lazy } from "react";

/** Only deployments without samples load it. */
export const Counted = lazy(() => import("./counted.tsx"));
