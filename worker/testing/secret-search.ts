/**
 * Every response, frame and log line in any test of the Worker is searched for salts. So if a secret part of a fact
 * leaks, the test file in which it leaked fails. `setup.ts` checks the findings after each file.
 */
import { containsSalt } from "./salts.ts";

const findings: string[] = [];

/** `place` is where the text was. */
export function searchForSalt(place: string, text: string): void {
  if (containsSalt(text)) findings.push(`${place}: ${text.slice(0, 500)}`);
}

export function searchLog(line: string): void {
  searchForSalt("a line of the log", line);
}

/** The findings since the last call. */
export function takeFoundSecrets(): string[] {
  return findings.splice(0);
}

/** Searches the frames of rooms, relays and inboxes, and those of the tests, which contain no salts. */
// oxlint-disable-next-line typescript/unbound-method -- called with its socket as before
WebSocket.prototype.send = new Proxy(WebSocket.prototype.send, {
  apply: (send, socket, sent: Parameters<WebSocket["send"]>) => {
    if (typeof sent[0] === "string") searchForSalt("a frame", sent[0]);
    return Reflect.apply(send, socket, sent);
  },
});
