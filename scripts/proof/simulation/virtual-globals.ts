/** Replaces the clock, the timers and the socket classes while a simulation runs, and restores them afterward. */
import { Random } from "../../seed/random.ts";
import type { EventLoop } from "./loop.ts";
import type { SimulatedNetwork } from "./network.ts";
import { ServerEnd, socketPair } from "./sockets.ts";

/** A response that can have status 101 and a socket. Node's own `Response` allows neither. */
class SimulatedResponse {
  readonly status: number;
  readonly webSocket: unknown;
  readonly headers: Headers;

  constructor(
    _body: unknown,
    init: { readonly status: number; readonly webSocket?: unknown; readonly headers?: HeadersInit },
  ) {
    this.status = init.status;
    this.webSocket = init.webSocket ?? null;
    this.headers = new Headers(init.headers);
  }
}

type VirtualWorld = {
  readonly loop: EventLoop;
  readonly network: SimulatedNetwork;
  readonly seed: number;
  /** The lines of the product's log. */
  readonly logLines: string[];
};

/** Runs `work` with the globals replaced. The product's random values come from `seed`. */
export async function withVirtualGlobals(
  { loop, network, seed, logLines }: VirtualWorld,
  work: () => Promise<void>,
): Promise<void> {
  const random = new Random(`ids of ${seed}`);
  const randomUUID = () => "xxxxxxxx-xxxx".replaceAll("x", () => random.integer(0, 15).toString(16));
  const recordLog = (...words: unknown[]) => logLines.push(words.join(" "));
  const schedule = (run: () => void, delayMs = 0) => loop.schedule(delayMs, loop.current, run);
  // When a function is called with `new` and returns an object, the result is that object.
  function pair() {
    return socketPair({ loop, network });
  }
  const undo = [
    replace(globalThis, {
      setTimeout: schedule,
      // One millisecond, like workerd's shortest timer.
      setImmediate: (run: () => void) => schedule(run, 1),
      clearTimeout: (timerId: number | undefined) => timerId !== undefined && loop.cancel(timerId),
      WebSocket: ServerEnd,
      WebSocketPair: pair,
      // For pings, which the platform answers. The simulation sends none.
      WebSocketRequestResponsePair: Object,
      Response: SimulatedResponse,
    }),
    replace(crypto, { randomUUID }),
    replace(Date, { now: () => loop.readClock() }),
    // Logs are kept rather than printed, because rooms log every failed delivery and would fill the output.
    replace(console, { log: recordLog, warn: recordLog, error: recordLog }),
  ];
  try {
    await work();
  } finally {
    for (const putBack of undo) putBack();
  }
}

function replace(target: object, substitutes: Record<string, unknown>): () => void {
  const originals = Object.fromEntries(Object.keys(substitutes).map((name) => [name, Reflect.get(target, name)]));
  Object.assign(target, substitutes);
  return () => Object.assign(target, originals);
}
