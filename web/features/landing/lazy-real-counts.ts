import { optionalComponent } from "../../ui/lazy-component.tsx";

/** Only deployments without samples load this. */
export const RealCounts = optionalComponent(async () => (await import("./real-counts.tsx")).default);
