/**
 * A local stand-in for Cloudflare Turnstile: its script, whose widget is a button, and its verification, which confirms
 * each token once. For tests; without it no user of a local server has to prove to be human.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

export const TURNSTILE_KEYS = { TURNSTILE_SITE_KEY: "local-site-key", TURNSTILE_SECRET: "known to the tests alone" };
/** A token as Cloudflare would give it to a browser: valid once. */
export const newHumanToken = (): string => `human ${randomUUID()}`;

/** Defines the page's callback with a token when its button is pressed. */
const SCRIPT = `
const widget = document.querySelector(".cf-turnstile");
const button = document.createElement("button");
button.textContent = "I am human";
button.addEventListener("click", () => globalThis[widget.dataset.callback]("human " + crypto.randomUUID()));
widget.append(button);
`;

export async function startTurnstile(): Promise<{ url: string; stop: () => Promise<void> }> {
  const used = new Set<string>();
  const isConfirmed = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await text(request));
    const token = form.get("response") ?? "";
    const isNew = token.startsWith("human ") && !used.has(token);
    used.add(token);
    return isNew && form.get("secret") === TURNSTILE_KEYS.TURNSTILE_SECRET;
  };
  const server = createServer((request, response) => {
    if (request.url === "/api.js") return response.setHeader("content-type", "text/javascript").end(SCRIPT);
    return void isConfirmed(request).then((success) =>
      response.setHeader("content-type", "application/json").end(JSON.stringify({ success })),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in for Turnstile has no port");
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  };
  return { url: `http://127.0.0.1:${address.port}`, stop };
}
