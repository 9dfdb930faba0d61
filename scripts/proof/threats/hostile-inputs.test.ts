/** T15: sends every hostile input to the Worker, and checks the response. */
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { failure } from "../../../worker/contract/failure.ts";
import { expectRefusal, request, someoneSignedIn } from "../../../worker/testing/http.ts";
import { aListing, listingFields, placeBidCall } from "../../../worker/testing/selling.ts";
import { watchAuction } from "../../../worker/testing/sockets.ts";
import { HOSTILE_FILES, HOSTILE_FRAMES, HOSTILE_REQUESTS, signUpWith } from "../hostile/inputs.ts";

const STATUS = { too_many_bytes: 413, unknown_type: 415, broken: 422, too_many_pixels: 422 } as const;

async function send(call: Omit<(typeof HOSTILE_REQUESTS)[number], "name" | "status">): Promise<Response> {
  const { method, path, headers, body } = call;
  return request(path, { method, headers, ...(body ? { body: Uint8Array.from(body()) } : {}) });
}

it.each(HOSTILE_FILES)("T15: sign-up refuses $name", async ({ bytes, problem }) => {
  const response = await send(signUpWith(bytes()));
  expect(failure.parse(await response.json()).fields).toHaveProperty("image");
  expect(response.status).toBe(STATUS[problem]);
});

it.each(HOSTILE_REQUESTS)("T15: $name gets the status code $status", async ({ status, ...call }) => {
  expect((await send(call)).status).toBe(status);
});

it.each(HOSTILE_FRAMES)("T15: the room refuses $name", async ({ message, answer }) => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const { socket, frames, closed } = await watchAuction(id, { cookie });
  socket.send(message());
  const answers = () => [
    ...closed.map(({ code }) => code),
    ...frames.flatMap((frame) => (frame.type === "ack" && !frame.success ? [frame.code] : [])),
  ];
  await vi.waitFor(() => expect(answers()).toEqual([answer]));
  socket.close();
  // The room still works for everyone else.
  expect(await env.AUCTION_ROOM.getByName(id).page()).toMatchObject({ ok: true });
});

it("T15: the API refuses a long idempotency key", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const key = "k".repeat(60_000);
  await expectRefusal("invalid_input", 400, "/bid/placeBid", placeBidCall(id, 100, cookie, key));
  const creating = { method: "POST", cookie, headers: { "idempotency-key": key }, form: listingFields() };
  await expectRefusal("invalid_input", 400, "/auction/createAuction", creating);
});
