import { optionalComponent } from "../../ui/lazy-component.tsx";

/** Loaded only on deployments without samples. */
export const RealCounts = optionalComponent(async () => (await import("./real-counts.tsx")).default);
