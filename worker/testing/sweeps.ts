/** Runs of the sweep, which checks one part of the IDs of all auctions and people each minute. */
import { env } from "cloudflare:workers";

import { sweep } from "../sweep/sweep.ts";

const MINUTE_MS = 60_000;

/** The first minute, at or after a time (epoch ms), in which the sweep checks this ID. */
export function sweepTimeOf(id: string, from = Date.now()): number {
  const minute = Math.ceil(from / MINUTE_MS);
  const part = Number.parseInt(id.slice(0, 2), 16);
  return (minute + ((part - (minute % 256) + 256) % 256)) * MINUTE_MS;
}

export async function sweepFor(id: string, from?: number): Promise<void> {
  await sweep(env, sweepTimeOf(id, from));
}
