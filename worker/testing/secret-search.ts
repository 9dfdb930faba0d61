/**
 * Every answer, frame and line of the log that any test of the Worker meets is searched for salts: so the secret part of a
 * fact that gets out anywhere fails the tests of that place. `setup.ts` asks after each file what was found.
 */
import { containsSalt } from "./salts.ts";

const found: string[] = [];
const neverLogged: RegExp[] = [];

/** `place` says where the text was. */
export function searchForSalt(place: string, text: string): void {
  if (containsSalt(text)) found.push(`${place}: ${text.slice(0, 500)}`);
}

export function searchLog(line: string): void {
  searchForSalt("a line of the log", line);
  if (neverLogged.some((pattern) => pattern.test(line))) found.push(`a line of the log: ${line.slice(0, 500)}`);
}

/** No line of the log may contain this from now on: a test has planted it. */
export function expectNeverLogged(pattern: RegExp): void {
  neverLogged.push(pattern);
}

/** What was found since this was last asked. */
export function takeFound(): string[] {
  return found.splice(0);
}

/** Frames of rooms, relays and inboxes, and those of the tests, which have no salt to send. */
// oxlint-disable-next-line typescript/unbound-method -- called with its socket as before
WebSocket.prototype.send = new Proxy(WebSocket.prototype.send, {
  apply: (send, socket, sent: Parameters<WebSocket["send"]>) => {
    if (typeof sent[0] === "string") searchForSalt("a frame", sent[0]);
    return Reflect.apply(send, socket, sent);
  },
});
