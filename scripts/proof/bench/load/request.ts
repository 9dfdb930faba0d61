/** Requests in a closed loop. Each connection sends the next one in the list when its previous one is answered. */
import { HttpConnection } from "../../../client/http-connection.ts";
import { MeasuredLoop, headerLines, type Timing } from "./loop.ts";

export type HttpRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Returns how long each measured request took, in milliseconds. Throws if one fails. */
export async function measureRequests(
  port: number,
  timing: Timing,
  connectionCount: number,
  requests: readonly HttpRequest[],
): Promise<readonly number[]> {
  const clients = await Promise.all(Array.from({ length: connectionCount }, () => HttpConnection.connect(port)));
  const prepared = requests.map(({ headers = {}, ...rest }) => ({ ...rest, head: headerLines(headers) }));
  const loop = new MeasuredLoop(timing);
  const latencyMs: number[] = [];
  let turn = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (!loop.isOver()) {
        const next = prepared[turn++ % prepared.length];
        if (!next) break;
        const sentAt = performance.now();
        const { status, body } = await client.request(next.method, next.path, next.head, next.body);
        const answeredAt = performance.now();
        if (status < 200 || status >= 300) throw new Error(`${next.method} ${next.path}: ${status} ${body}`);
        if (loop.isMeasured(sentAt, answeredAt)) latencyMs.push(answeredAt - sentAt);
      }
      client.destroy();
    }),
  );
  return latencyMs;
}
