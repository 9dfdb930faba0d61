/** Reports, and what admins do about them. */
import { anAdmin, someoneSignedIn } from "../http.ts";
import { aListing } from "../selling.ts";
import { onListing } from "./attempts.ts";
import { STRANGERS, BODY, ONE_COOKIE, HIDDEN } from "./cells.ts";
import type { Row, Rows } from "./row.ts";

const acting = (path: (target: { listingId: string; personId: string }) => string): Row => ({
  takes: "json",
  attempt: async () => {
    const [{ id: listingId }, { id: personId }, { cookie }] = [
      await aListing(),
      await someoneSignedIn(),
      await anAdmin(),
    ];
    return { path: path({ listingId, personId }), call: { json: { reason: "A copy" } }, cookie };
  },
  cells: { ...HIDDEN, ...BODY, owner: "200", replayed: "200" },
});

export const MODERATION: Rows = {
  "POST /auction/:id/report": {
    takes: "json",
    attempt: () => onListing((id) => `/auction/${id}/report`, { json: { reason: "other", text: "It is mine." } }),
    cells: { ...STRANGERS, ...BODY, otherUser: "201", owner: "201", replayed: "409 already_reported" },
  },

  "GET /moderation": {
    takes: "nothing",
    attempt: async () => ({ path: "/moderation", cookie: (await anAdmin()).cookie }),
    cells: { ...HIDDEN, ...ONE_COOKIE, owner: "200", replayed: "200" },
  },
  "GET /moderation/signals": {
    takes: "nothing",
    attempt: async () => ({ path: "/moderation/signals", cookie: (await anAdmin()).cookie }),
    cells: { ...HIDDEN, ...ONE_COOKIE, owner: "200", replayed: "200" },
  },
  "POST /moderation/listings/:id/hide": acting(({ listingId }) => `/moderation/listings/${listingId}/hide`),
  "POST /moderation/listings/:id/show": acting(({ listingId }) => `/moderation/listings/${listingId}/show`),
  "POST /moderation/listings/:id/dismiss": acting(({ listingId }) => `/moderation/listings/${listingId}/dismiss`),
  "POST /moderation/people/:id/suspend": acting(({ personId }) => `/moderation/people/${personId}/suspend`),
  "POST /moderation/people/:id/restore": acting(({ personId }) => `/moderation/people/${personId}/restore`),
};
