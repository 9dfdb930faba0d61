/**
 * What a client may say on a room's socket, checked before anything else looks at it: text only, small, not too
 * often, and in the words of the contract.
 */
import { ERRORS, type Failure } from "../../contract/errors.ts";
import { type ClientFrame, clientFrame, MAX_FRAME_BYTES } from "../../contract/live.ts";
import { SlidingWindow } from "../../rate-limits/window.ts";

/** A socket may send this many frames in any ten seconds. */
const FRAMES_PER_WINDOW = 10;
const WINDOW_MS = 10_000;

export type Heard =
  | { readonly type: "frame"; readonly frame: ClientFrame }
  | { readonly type: "refused"; readonly requestId: string; readonly failure: Omit<Failure, "requestId"> }
  | { readonly type: "hangUp"; readonly code: 1003 | 1009; readonly reason: string };

export function hearFrame(message: string | ArrayBuffer): Heard {
  if (typeof message !== "string") return { type: "hangUp", code: 1003, reason: "text frames only" };
  if (isLong(message)) {
    return { type: "hangUp", code: 1009, reason: `frames of at most ${MAX_FRAME_BYTES} bytes` };
  }
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    return refused("", { success: false, code: "malformed_request", message: ERRORS.malformed_request.message });
  }
  const parsed = clientFrame.safeParse(value);
  if (parsed.success) return { type: "frame", frame: parsed.data };
  const [issue] = parsed.error.issues;
  const message400 = issue?.message ?? ERRORS.invalid_input.message;
  return refused(requestIdOf(value), { success: false, code: "invalid_input", message: message400 });
}

/** A character takes one to three bytes: only texts between the two bounds have to be encoded to know. */
function isLong(text: string): boolean {
  if (text.length * 3 <= MAX_FRAME_BYTES) return false;
  return text.length > MAX_FRAME_BYTES || new TextEncoder().encode(text).byteLength > MAX_FRAME_BYTES;
}

function refused(requestId: string, failure: Omit<Failure, "requestId">): Heard {
  return { type: "refused", requestId, failure };
}

/** The id of a frame that is otherwise not understood, so that its sender learns which one it was. */
function requestIdOf(value: unknown): string {
  if (typeof value !== "object" || value === null || !("requestId" in value)) return "";
  // Counted as the contract counts, so that an id that it takes comes back whole.
  return typeof value.requestId === "string" ? Array.from(value.requestId).slice(0, 64).join("") : "";
}

/** Counts each socket's frames in memory: an instance that has just woken starts at zero, which harms nobody. */
export class FramePace {
  readonly #limit: number;
  readonly #recent = new WeakMap<WebSocket, SlidingWindow>();

  /** `scale` multiplies the limit, for load tests. */
  constructor(scale: number) {
    this.#limit = FRAMES_PER_WINDOW * scale;
  }

  /** How long this socket must wait before its next frame, in milliseconds; 0 when it may go on. */
  waitMs(socket: WebSocket, now: number): number {
    let recent = this.#recent.get(socket);
    if (!recent) {
      recent = new SlidingWindow({ most: this.#limit, windowMs: WINDOW_MS });
      this.#recent.set(socket, recent);
    }
    return recent.waitMs(now);
  }
}
