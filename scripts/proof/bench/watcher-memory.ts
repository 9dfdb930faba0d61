/**
 * `npm run bench:watchers`: what an isolate holds for each watcher of a room, by V8's own count after a collection: its
 * heap (JavaScript and the objects of the runtime that it owns) and its external memory. Prints the table that
 * docs/notes/live-audience.md explains. The process's resident memory is shown beside it; it also has the connections
 * themselves, which the platform keeps outside of the isolate.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { placeBidAnswer } from "../../../worker/contract/bid.ts";
import { User, valueOf } from "../../client/user.ts";
import { freePort } from "../../server/ports.mjs";
import { Inspector } from "./inspector.ts";
import { memoryOf } from "./isolate-memory.ts";
import { Load } from "./load/load.ts";
import { product, type Side } from "./sides.ts";

const COUNTS = [1_000, 5_000];
/** Long enough for all connections to be accepted. */
const SETTLE_MS = 3_000;
const BIDS = 100;

const folder = await mkdtemp(path.join(tmpdir(), "lotline-watchers-"));
try {
  const kit = await product(path.join(folder, "bundle"));
  console.log(
    "| watchers | who | heap a watcher, KiB | external a watcher, KiB | heap in all, MiB | resident a watcher, KiB |",
  );
  console.log("| ---: | --- | ---: | ---: | ---: | ---: |");
  for (const who of ["visitors", "visitors, after bids", "signed in"]) {
    for (const count of COUNTS) {
      const stateDir = path.join(folder, `${count}-${who.replaceAll(/\W+/g, "-")}`);
      const side = await kit.start({ port: await freePort(), stateDir, inspectorPort: 0 });
      try {
        console.log(await measured(side, count, who));
      } finally {
        await side.runtime.stop();
      }
    }
  }
} finally {
  await rm(folder, { recursive: true });
}

async function measured(side: Side, count: number, who: string): Promise<string> {
  const { runtime, users } = side;
  const inspector = await Inspector.open(await runtime.inspector());
  const auctionId = await side.newAuction("grouped");
  const before = await memoryOf(inspector, runtime);
  const watching = Load.watch({
    port: runtime.port,
    auctionId,
    count,
    ...(who === "signed in" ? { users } : {}),
  });
  await watching.ready;
  await pause(SETTLE_MS);
  let lastSeq = 0;
  if (who.endsWith("after bids")) {
    for (let bid = 0; bid < BIDS; bid += 1) {
      const bidder = User.withCookie(runtime.url, users[bid % users.length]?.headers["cookie"] ?? "");
      const input = { productId: auctionId, bidAmount: 100 + bid };
      valueOf(await bidder.call("POST", "/bid/placeBid", placeBidAnswer, input));
    }
    lastSeq = BIDS + 1;
    await pause(SETTLE_MS);
  }
  const after = await memoryOf(inspector, runtime);
  inspector.close();
  watching.finish(lastSeq);
  const { wrong } = await watching.result;
  if (wrong > 0) throw new Error(`${wrong} watchers missed something`);
  const each = (bytes: number) => (bytes / count / 1_024).toFixed(2);
  const cells = [
    String(count),
    who,
    each(after.heap - before.heap),
    each(after.external - before.external),
    (after.heap / 1_024 / 1_024).toFixed(1),
    each(after.resident - before.resident),
  ];
  return `| ${cells.join(" | ")} |`;
}
