import { HttpConnection } from "../../../client/http-connection.ts";
import { nowMs } from "../load/jobs.ts";
/** The wait of the first visitor: the runtime is up, but neither the Worker nor the auction's room is loaded. */
import { Load } from "../load/load.ts";
import type { RuntimeOptions } from "../runtime.ts";
import type { Kit } from "../sides.ts";
import { median, type Figures } from "./row.ts";

const BIDS_FOR_MS = 500;

/** Makes an auction with some hundred bids, and asks for its page once after each restart. */
export async function coldStart(kit: Kit, options: RuntimeOptions, rounds: number): Promise<Figures> {
  const { runtime, users, newAuction } = await kit.start(options);
  const auctionId = await newAuction("grouped");
  const job = { durationMs: BIDS_FOR_MS, warmUpMs: 0, pauseMs: 0, firstAmount: 100, auctionIds: [auctionId] };
  await Load.bid({ ...job, port: runtime.port, over: "socket", users: users.slice(0, 4) }).result;
  await runtime.stop();
  const firstMs: number[] = [];
  const secondMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const again = await kit.startAgain(options);
    const client = await HttpConnection.connect(again.port);
    const path = `/api/v1/auction/fetchSpecificAuction?auctionId=${auctionId}`;
    for (const times of [firstMs, secondMs]) {
      const at = nowMs();
      const { status } = await client.request("GET", path, "");
      if (status !== 200) throw new Error(`the page answered ${status}`);
      times.push(nowMs() - at);
    }
    client.destroy();
    await again.stop();
  }
  return { "first answer, ms": median(firstMs), "second answer, ms": median(secondMs) };
}
