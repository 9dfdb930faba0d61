/** The memory that the Worker's isolate holds after a collection, by V8's own count, and what its process holds. */
import { z } from "zod";

import { User } from "../../client/user.ts";
import type { Inspector } from "./inspector.ts";
import type { Runtime } from "./runtime.ts";

const WORK_EVERY_MS = 100;

const usage = z.object({ usedSize: z.number(), embedderHeapUsedSize: z.number(), backingStorageSize: z.number() });

/** In bytes. */
type Memory = { readonly heap: number; readonly external: number; readonly resident: number };

export async function memoryOf(inspector: Inspector, runtime: Runtime): Promise<Memory> {
  // The runtime hands the inspector's requests to an isolate only while it works.
  const working = setInterval(() => void User.withCookie(runtime.url, "").statusOf("/healthz"), WORK_EVERY_MS);
  await inspector.ask("HeapProfiler.collectGarbage");
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = usage.parse(
    await inspector.ask("Runtime.getHeapUsage"),
  );
  clearInterval(working);
  return {
    heap: usedSize + embedderHeapUsedSize,
    external: backingStorageSize,
    resident: await runtime.residentBytes(),
  };
}
