/** Requests in a closed loop. Each connection sends the next of the list when the last one is answered. */
import { HttpConnection } from "../../../client/http-connection.ts";
import { CountedLoop } from "./counted.ts";
import { headerLines, nowMs, type RequestJob, type RequestResult } from "./jobs.ts";

export async function request(job: RequestJob, ready: () => void): Promise<RequestResult> {
  const clients = await Promise.all(Array.from({ length: job.connections }, () => HttpConnection.connect(job.port)));
  const requests = job.requests.map(({ headers = {}, ...rest }) => ({ ...rest, head: headerLines(headers) }));
  ready();
  const loop = new CountedLoop(job);
  const inAll = { answered: 0, failed: 0 };
  const answerMs: number[] = [];
  let failed = 0;
  let turn = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (!loop.isOver()) {
        const next = requests[turn++ % requests.length];
        if (!next) break;
        const at = nowMs();
        const { status } = await client.request(next.method, next.path, next.head, next.body);
        const answeredAt = nowMs();
        const isGood = status >= 200 && status < 300;
        inAll[isGood ? "answered" : "failed"] += 1;
        if (!loop.has(at, answeredAt)) continue;
        if (isGood) answerMs.push(answeredAt - at);
        else failed += 1;
      }
      client.destroy();
    }),
  );
  return {
    answered: answerMs.length,
    failed,
    inAll,
    countedMs: job.durationMs,
    processor: await loop.processor(),
    answerMs: Float64Array.from(answerMs),
  };
}
