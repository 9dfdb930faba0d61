/** T15: sends every hostile input to the Worker, and expects its refusal. */
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { failure } from "../../../worker/contract/failure.ts";
import { request, someoneSignedIn } from "../../../worker/testing/http.ts";
import { aListing } from "../../../worker/testing/selling.ts";
import { HOSTILE_FILES, HOSTILE_FRAMES, HOSTILE_REQUESTS, signUpWith } from "../hostile/inputs.ts";

const STATUS = { too_many_bytes: 413, unknown_type: 415, broken: 422, too_many_pixels: 422 } as const;

async function send(call: Omit<(typeof HOSTILE_REQUESTS)[number], "name" | "status">): Promise<Response> {
  const { method, path, headers, body } = call;
  return request(path, { method, headers, ...(body ? { body: Uint8Array.from(body()) } : {}) });
}

it.each(HOSTILE_FILES)("T15: sign-up refuses $name before it copies anything", async ({ bytes, problem }) => {
  // The form reader copies only what it accepts.
  const copied = vi.spyOn(FormData.prototype, "append");
  const response = await send(signUpWith(bytes()));
  expect(failure.parse(await response.json()).fields).toHaveProperty("image");
  expect(response.status).toBe(STATUS[problem]);
  expect(copied).not.toHaveBeenCalled();
  copied.mockRestore();
});

it.each(HOSTILE_REQUESTS)("T15: the API answers $name like any other request", async ({ status, ...call }) => {
  expect((await send(call)).status).toBe(status);
});

it.each(HOSTILE_FRAMES)("T15: the room refuses $name", async ({ message, answer }) => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const headers = { upgrade: "websocket" };
  const { webSocket } = await request(`/auction/${id}/live`, { cookie, headers });
  if (!webSocket) throw new Error("no socket");
  const answered = new Promise((resolve) => {
    webSocket.addEventListener("close", ({ code }) => resolve(code));
    webSocket.addEventListener("message", ({ data }) => {
      const parsed = failure.safeParse(JSON.parse(String(data)));
      if (parsed.success) resolve(parsed.data.code);
    });
  });
  webSocket.accept();
  webSocket.send(message());
  expect(await answered).toBe(answer);
  webSocket.close();
  // The room still works for everyone else.
  expect(await env.AUCTION_ROOM.getByName(id).page()).toMatchObject({ ok: true });
});
