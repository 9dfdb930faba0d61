/** A client of V8's inspector for the Worker's isolate: one request at a time, over its own socket. */
import { z } from "zod";

const target = z.object({ webSocketDebuggerUrl: z.string(), title: z.string() });
const answered = z.object({ id: z.number(), result: z.unknown().optional(), error: z.unknown().optional() });

export class Inspector {
  readonly #socket: WebSocket;
  #asked = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** `address` is where the runtime's inspector listens. */
  static async open(address: URL): Promise<Inspector> {
    const list = await (await fetch(`http://${address.host}/json`)).json();
    const main = z
      .array(target)
      .parse(list)
      .find(({ title }) => title.includes("bench"));
    if (!main) throw new Error("found no isolate to inspect");
    const socket = new WebSocket(main.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", reject);
    });
    return new Inspector(socket);
  }

  ask(method: string, params = {}): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    const done = new AbortController();
    const answer = new Promise<unknown>((resolve, reject) => {
      const { signal } = done;
      const receive = ({ data }: MessageEvent) => {
        const said = answered.safeParse(JSON.parse(String(data)));
        if (!said.success || said.data.id !== id) return;
        if (said.data.error === undefined) resolve(said.data.result);
        else reject(new Error(`${method}: ${JSON.stringify(said.data.error)}`));
      };
      this.#socket.addEventListener("message", receive, { signal });
      this.#socket.addEventListener("close", () => reject(new Error("the inspector has gone")), { signal });
    }).finally(() => done.abort());
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answer;
  }

  close(): void {
    this.#socket.close();
  }
}
