/** Auctions created per second by one seller, one after another. */
import { randomUUID } from "node:crypto";

import { quantile } from "../../results.ts";
import type { Timing } from "../load/loop.ts";
import { type HttpRequest, measureRequests } from "../load/request.ts";
import type { BenchSide } from "../product.ts";
import { type BenchRow, type RowMetrics, measureClientCpu } from "./row.ts";

const DAY_MS = 24 * 3_600_000;
const TITLE_COUNT = 500;

function creationRequests({ users }: BenchSide): HttpRequest[] {
  const seller = users.at(-1);
  const boundary = randomUUID();
  const headers = { ...seller?.headers, "content-type": `multipart/form-data; boundary=${boundary}` };
  return Array.from({ length: TITLE_COUNT }, (_, index) => {
    const fields = {
      title: `A walnut writing table, number ${index}`,
      description: "In good order, with the original fittings and a later key.",
      category: "antiques",
      startingPrice: "100",
      auctionDate: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    };
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const body = `${parts.join("")}--${boundary}--\r\n`;
    return { method: "POST", path: "/api/v1/auction/createAuction", headers, body };
  });
}

async function measureCreating(side: BenchSide, timing: Timing): Promise<RowMetrics> {
  const requests = creationRequests(side);
  return measureClientCpu(async () => {
    const latencyMs = await measureRequests(side.runtime.port, timing, 1, requests);
    return {
      "auctions/s": (latencyMs.length / timing.durationMs) * 1_000,
      "answer, median ms": quantile(latencyMs, 0.5),
      "answer, p99 ms": quantile(latencyMs, 0.99),
    };
  });
}

export const creatingRow: BenchRow = {
  name: "creating",
  title: "creating auctions without an image, one after the other",
  runRound: measureCreating,
};
