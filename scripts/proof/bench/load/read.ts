/** Readers: each asks for the next path when the last one is answered. */
import { HttpConnection } from "../../../client/http-connection.ts";
import { nowMs, type ReadJob, type ReadResult } from "./jobs.ts";

export async function read(job: ReadJob, ready: () => void): Promise<ReadResult> {
  const clients = await Promise.all(Array.from({ length: job.connections }, () => HttpConnection.connect(job.port)));
  ready();
  const startAt = nowMs() + job.warmUpMs;
  const endAt = startAt + job.durationMs;
  let answered = 0;
  let failed = 0;
  let turn = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (nowMs() < endAt) {
        const path = job.paths[turn++ % job.paths.length] ?? "/";
        const at = nowMs();
        const { status } = await client.request("GET", path, "");
        if (at < startAt || nowMs() > endAt) continue;
        if (status === 200) answered += 1;
        else failed += 1;
      }
      client.destroy();
    }),
  );
  return { answered, failed, countedMs: job.durationMs };
}
