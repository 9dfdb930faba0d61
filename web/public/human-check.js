/** Sends the token of Cloudflare's widget to the page around this frame. See worker/pages/human-check-page.ts. */
globalThis.sendToken = (token) => parent.postMessage({ type: "human", token }, location.origin);
