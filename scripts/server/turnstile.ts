/**
 * A local stand-in for Cloudflare Turnstile: its script, whose widget is a button, and its verification, which accepts
 * each token once. For tests. Without it, local servers don't ask for a human check.
 */
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

export const TURNSTILE_KEYS = { TURNSTILE_SITE_KEY: "local-site-key", TURNSTILE_SECRET: "known to the tests alone" };

/**
 * Calls the page's callback with a token when its button is clicked. The token is for that page and action, and valid
 * once.
 */
const SCRIPT = `
const widget = document.querySelector(".cf-turnstile");
const button = document.createElement("button");
button.textContent = "I am human";
button.addEventListener("click", () => {
  const token = ["human", location.hostname, widget.dataset.action, crypto.randomUUID()].join(" ");
  globalThis[widget.dataset.callback](token);
});
widget.append(button);
`;

export async function startTurnstile(): Promise<{ url: string; stop: () => Promise<void> }> {
  const used = new Set<string>();
  const verify = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await text(request));
    const token = form.get("response") ?? "";
    const isNew = token.startsWith("human ") && !used.has(token);
    used.add(token);
    const [, hostname, action] = token.split(" ");
    return { success: isNew && form.get("secret") === TURNSTILE_KEYS.TURNSTILE_SECRET, hostname, action };
  };
  const server = createServer((request, response) => {
    if (request.url === "/api.js") return response.setHeader("content-type", "text/javascript").end(SCRIPT);
    return void verify(request).then((result) =>
      response.setHeader("content-type", "application/json").end(JSON.stringify(result)),
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
