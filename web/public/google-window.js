/** Sends the result of Google sign-in to the page that opened this window. See worker/pages/google-popup.ts. */
const channel = new BroadcastChannel("google-sign-in");
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within our origin by itself
channel.postMessage(JSON.parse(document.documentElement.dataset.message ?? "null"));
channel.close();
window.close();
