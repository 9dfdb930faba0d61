/**
 * Who gets what from which call: for every call of the Worker and every kind of caller or mistake, the status and the
 * code that come back. The test beside it takes the calls from the route table, so a new one without its row fails.
 *
 * `owner` is whom the thing belongs to: the seller of the auction, the bidder of the bid, the person of the account.
 */
import type { ErrorCode } from "../contract/errors.ts";
import { sessionsAnswer } from "../contract/security.ts";
import { newId } from "./builders.ts";
import { anAdmin, anEmail, ask, type Call, PASSWORD, signupFields, someoneSignedIn } from "./http.ts";
import { aListing, bid, listingFields } from "./selling.ts";

export const KINDS = [
  "visitor",
  "otherUser",
  "owner",
  "endedSession",
  "deletedAccount",
  "malformed",
  "wrongType",
  "oversized",
  "replayed",
] as const;
export type Kind = (typeof KINDS)[number];
export type Cell = `${number}` | `${number} ${ErrorCode}`;

/** One good call, for its owner to make. */
export type Attempt = { readonly path: string; readonly call?: Call; readonly cookie: string };

export type Row = {
  /** What a mistake can be made in: the body, a parameter of the address, the handshake; or nothing at all. */
  readonly takes: "json" | "form" | "parameters" | "socket" | "nothing";
  readonly attempt: () => Promise<Attempt>;
  readonly cells: { readonly [K in Kind]: Cell };
};

const STRANGERS = {
  visitor: "401 not_signed_in",
  endedSession: "401 not_signed_in",
  deletedAccount: "401 not_signed_in",
} as const;
const EVERYONE = {
  visitor: "200",
  otherUser: "200",
  owner: "200",
  endedSession: "200",
  deletedAccount: "200",
} as const;
const EVERYONES_SOCKET = {
  visitor: "101",
  otherUser: "101",
  owner: "101",
  endedSession: "101",
  deletedAccount: "101",
} as const;
const BODY = {
  malformed: "400 malformed_request",
  wrongType: "415 unsupported_media_type",
  oversized: "413 payload_too_large",
} as const;
const PARAMETERS = { malformed: "400 invalid_input", wrongType: "200", oversized: "400 invalid_input" } as const;
/** Nothing is read of what is sent, so nothing about it can be wrong. */
const IGNORED = { malformed: "200", wrongType: "200", oversized: "200" } as const;
/** The same behind a session, where two session cookies are one too many. */
const ONE_COOKIE = { ...IGNORED, malformed: "400 malformed_request" } as const;
const SAME_FOR_ALL_USERS = { otherUser: "200", owner: "200", replayed: "200" } as const;

function forAll(cell: Cell): { readonly [K in Kind]: Cell } {
  return {
    visitor: cell,
    otherUser: cell,
    owner: cell,
    endedSession: cell,
    deletedAccount: cell,
    malformed: cell,
    wrongType: cell,
    oversized: cell,
    replayed: cell,
  };
}

const OPEN_READ = { ...EVERYONE, ...IGNORED, replayed: "200" } as const;
const OPEN_READ_OF_ONE = { ...EVERYONE, ...PARAMETERS, replayed: "200" } as const;
const OWN_THINGS = { ...STRANGERS, ...ONE_COOKIE, ...SAME_FOR_ALL_USERS } as const;

async function asSomeone(path: string, call: Call = {}): Promise<Attempt> {
  return { path, call, cookie: (await someoneSignedIn()).cookie };
}
async function onListing(path: (id: string) => string, call: Call = {}): Promise<Attempt> {
  const { id, seller } = await aListing();
  return { path: path(id), call, cookie: seller.cookie };
}
async function onBid(path: (bidId: string) => string, call: Call = {}): Promise<Attempt> {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const { newBid } = await bid(id, 100, cookie);
  return { path: path(newBid._id), call: { ...call, ...keyed() }, cookie };
}
function keyed(): Pick<Call, "headers"> {
  return { headers: { "idempotency-key": newId() } };
}
const reading = (takes: Row["takes"], cells: Row["cells"], path: string): Row => ({
  takes,
  cells,
  attempt: () => asSomeone(path),
});
/** For anyone but an admin there is nothing here; the owner of these calls is one. */
const HIDDEN = {
  visitor: "404 not_found",
  otherUser: "404 not_found",
  endedSession: "404 not_found",
  deletedAccount: "404 not_found",
} as const;
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
const upgrade = { headers: { upgrade: "websocket" } };
const editing: Row = {
  takes: "json",
  attempt: () => onBid((id) => `/bid/editBid/${id}`, { json: { bidAmount: 150 } }),
  cells: { ...STRANGERS, ...BODY, otherUser: "403 not_your_bid", owner: "200", replayed: "200" },
};

export const ROWS: { readonly [call: string]: Row } = {
  "GET /settings": reading("nothing", OPEN_READ, "/settings"),
  "GET /healthz": reading("nothing", OPEN_READ, "/healthz"),
  "GET /openapi.json": reading("nothing", OPEN_READ, "/openapi.json"),
  "GET /.well-known/jwks.json": reading("nothing", OPEN_READ, "/.well-known/jwks.json"),
  "GET /docs": reading("nothing", OPEN_READ, "/docs"),
  "GET /images/:kind{auctions|avatars}/:id{[\\w-]{1,64}}/:name{[0-9a-f]{64}(?:-[0-9x]{3,9})?(?:-[0-9a-f]{6})?}": {
    takes: "parameters",
    attempt: () => asSomeone(`/images/auctions/${newId()}/${"a".repeat(64)}`),
    // What nobody has stored is not there, for anyone; an address of another form leads nowhere.
    cells: {
      visitor: "404 not_found",
      otherUser: "404 not_found",
      owner: "404 not_found",
      endedSession: "404 not_found",
      deletedAccount: "404 not_found",
      malformed: "404 not_found",
      wrongType: "404 not_found",
      oversized: "404 not_found",
      replayed: "404 not_found",
    },
  },

  "POST /auth/signup": {
    takes: "form",
    attempt: () => asSomeone("/auth/signup", { form: signupFields() }),
    cells: {
      visitor: "201",
      otherUser: "201",
      owner: "201",
      endedSession: "201",
      deletedAccount: "201",
      ...BODY,
      replayed: "409 signup_refused",
    },
  },
  "POST /auth/login": {
    takes: "json",
    // The people of these tests have no password: a wrong one is what anybody can send.
    attempt: async () => {
      const { email, cookie } = await someoneSignedIn();
      return { path: "/auth/login", call: { json: { email, password: PASSWORD } }, cookie };
    },
    cells: {
      visitor: "401 invalid_credentials",
      otherUser: "401 invalid_credentials",
      owner: "401 invalid_credentials",
      endedSession: "401 invalid_credentials",
      deletedAccount: "401 invalid_credentials",
      ...BODY,
      replayed: "401 invalid_credentials",
    },
  },
  "GET /auth/google": reading("nothing", forAll("302"), "/auth/google"),
  // Nobody here has begun: an attempt is a cookie of its own.
  "GET /auth/google/callback": reading("nothing", forAll("400 malformed_request"), "/auth/google/callback"),
  "POST /auth/google-login": {
    takes: "json",
    attempt: () => asSomeone("/auth/google-login", { json: { uid: newId() } }),
    cells: { ...forAll("401 google_sign_in_failed"), ...BODY },
  },
  "POST /auth/forgot-password": {
    takes: "json",
    attempt: () => asSomeone("/auth/forgot-password", { json: { email: anEmail() } }),
    cells: { ...forAll("200"), ...BODY },
  },
  "POST /auth/reset-password": {
    takes: "json",
    attempt: () =>
      asSomeone("/auth/reset-password", { json: { token: "x", password: PASSWORD, confirmPassword: PASSWORD } }),
    cells: { ...forAll("422 reset_link_invalid"), ...BODY },
  },
  "POST /auth/logout": {
    takes: "nothing",
    attempt: () => asSomeone("/auth/logout"),
    cells: { ...EVERYONE, ...ONE_COOKIE, replayed: "200" },
  },

  "GET /auction/getAuctions": reading("nothing", OWN_THINGS, "/auction/getAuctions"),
  "GET /auction/fetchAllAuctions": reading(
    "parameters",
    OPEN_READ_OF_ONE,
    "/auction/fetchAllAuctions?category=antiques",
  ),
  "GET /auction/featured": reading("nothing", OPEN_READ, "/auction/featured"),
  "GET /auction/fetchSpecificAuction": {
    takes: "parameters",
    attempt: () => onListing((id) => `/auction/fetchSpecificAuction?auctionId=${id}`),
    cells: OPEN_READ_OF_ONE,
  },
  "GET /auction/bids": {
    takes: "parameters",
    attempt: () => onListing((id) => `/auction/bids?limit=10&auctionId=${id}`),
    cells: OPEN_READ_OF_ONE,
  },
  "GET /auction/:id/journal": {
    takes: "parameters",
    attempt: () => onListing((id) => `/auction/${id}/journal`),
    cells: OPEN_READ_OF_ONE,
  },
  "GET /auction/:id/certificate": {
    takes: "parameters",
    attempt: () => onListing((id) => `/auction/${id}/certificate`),
    // It is live, for everyone.
    cells: {
      visitor: "409 auction_live",
      otherUser: "409 auction_live",
      owner: "409 auction_live",
      endedSession: "409 auction_live",
      deletedAccount: "409 auction_live",
      ...PARAMETERS,
      wrongType: "409 auction_live",
      replayed: "409 auction_live",
    },
  },
  "GET /auction/:id/live": {
    takes: "socket",
    attempt: () => onListing((id) => `/auction/${id}/live`, upgrade),
    cells: {
      ...EVERYONES_SOCKET,
      malformed: "400 malformed_request",
      wrongType: "400 malformed_request",
      oversized: "101",
      replayed: "101",
    },
  },
  "POST /auction/createAuction": {
    takes: "form",
    attempt: () => asSomeone("/auction/createAuction", { ...keyed(), form: listingFields() }),
    cells: { ...STRANGERS, ...BODY, otherUser: "201", owner: "201", replayed: "201" },
  },
  "PATCH /auction/editAuction/:id": {
    takes: "form",
    attempt: () => onListing((id) => `/auction/editAuction/${id}`, { ...keyed(), form: { title: "A better title" } }),
    cells: { ...STRANGERS, ...BODY, otherUser: "403 not_your_auction", owner: "200", replayed: "200" },
  },
  "DELETE /auction/deleteAuction/:id": {
    takes: "parameters",
    attempt: () => onListing((id) => `/auction/deleteAuction/${id}`, keyed()),
    cells: {
      ...STRANGERS,
      ...PARAMETERS,
      otherUser: "403 not_your_auction",
      owner: "200",
      replayed: "200",
    },
  },
  "GET /auction/getAllCategories": reading("nothing", OPEN_READ, "/auction/getAllCategories"),
  "POST /auction/createCategory": {
    takes: "json",
    attempt: () =>
      asSomeone("/auction/createCategory", { json: { name: `Lamps ${newId().slice(0, 20)}`, description: "Light." } }),
    cells: { ...STRANGERS, ...BODY, otherUser: "201", owner: "201", replayed: "409 category_exists" },
  },
  "GET /auction/notifications": reading("nothing", OWN_THINGS, "/auction/notifications"),
  "PATCH /auction/notifications/mark-read": reading("nothing", OWN_THINGS, "/auction/notifications/mark-read"),
  "DELETE /auction/notifications/clear": reading("nothing", OWN_THINGS, "/auction/notifications/clear"),

  "POST /bid/placeBid": {
    takes: "json",
    // The owner here is the bidder.
    attempt: async () => {
      const { id } = await aListing();
      return asSomeone("/bid/placeBid", { ...keyed(), json: { productId: id, bidAmount: 100 } });
    },
    cells: { ...STRANGERS, ...BODY, otherUser: "201", owner: "201", replayed: "201" },
  },
  "PUT /bid/editBid/:id": editing,
  "PATCH /bid/editBid/:id": editing,
  "DELETE /bid/deleteBid/:id": {
    takes: "parameters",
    attempt: () => onBid((id) => `/bid/deleteBid/${id}`),
    cells: { ...STRANGERS, ...PARAMETERS, otherUser: "403 not_your_bid", owner: "200", replayed: "200" },
  },

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

  "GET /user/profile": reading("nothing", OWN_THINGS, "/user/profile"),
  "GET /user/history": reading(
    "parameters",
    { ...STRANGERS, ...PARAMETERS, ...SAME_FOR_ALL_USERS },
    "/user/history?type=all",
  ),
  "GET /user/winnings": reading("nothing", OWN_THINGS, "/user/winnings"),
  "GET /user/watchlist": reading("nothing", OWN_THINGS, "/user/watchlist"),
  "POST /user/watchlist/:auctionId": {
    takes: "parameters",
    attempt: () => onListing((id) => `/user/watchlist/${id}`),
    cells: { ...STRANGERS, ...PARAMETERS, ...SAME_FOR_ALL_USERS },
  },
  "DELETE /user/watchlist/:auctionId": {
    takes: "parameters",
    attempt: () => onListing((id) => `/user/watchlist/${id}`),
    cells: { ...STRANGERS, ...PARAMETERS, ...SAME_FOR_ALL_USERS },
  },
  "PUT /user/password": {
    takes: "json",
    attempt: () => asSomeone("/user/password", { json: { password: PASSWORD, confirmPassword: PASSWORD } }),
    cells: {
      ...STRANGERS,
      ...BODY,
      otherUser: "403 wrong_password",
      owner: "403 wrong_password",
      replayed: "403 wrong_password",
    },
  },
  "GET /user/sessions": reading("nothing", OWN_THINGS, "/user/sessions"),
  "DELETE /user/sessions": {
    takes: "nothing",
    attempt: () => asSomeone("/user/sessions"),
    cells: { ...OWN_THINGS, replayed: "401 not_signed_in" },
  },
  "DELETE /user/sessions/:sessionId": {
    takes: "parameters",
    // Of the owner's own, which ends with it.
    attempt: async () => {
      const { cookie } = await someoneSignedIn();
      const { sessions } = await ask(sessionsAnswer, "/user/sessions", { cookie });
      return { path: `/user/sessions/${sessions[0]?._id}`, cookie };
    },
    cells: {
      ...STRANGERS,
      ...PARAMETERS,
      otherUser: "404 not_found",
      owner: "200",
      replayed: "401 not_signed_in",
    },
  },
  "DELETE /user/delete-account": {
    takes: "json",
    attempt: () => asSomeone("/user/delete-account", { json: { password: PASSWORD } }),
    cells: {
      ...STRANGERS,
      ...BODY,
      otherUser: "403 wrong_password",
      owner: "403 wrong_password",
      replayed: "403 wrong_password",
    },
  },
  "PATCH /user/privacy": {
    takes: "json",
    attempt: () => asSomeone("/user/privacy", { json: { anonymous: true } }),
    cells: { ...STRANGERS, ...BODY, ...SAME_FOR_ALL_USERS },
  },
  "GET /auction/:id/aliases": {
    takes: "parameters",
    attempt: () => onListing((id) => `/auction/${id}/aliases`),
    cells: { ...STRANGERS, ...PARAMETERS, ...SAME_FOR_ALL_USERS },
  },
  "GET /user/blocks": reading("nothing", OWN_THINGS, "/user/blocks"),
  "POST /user/blocks": {
    takes: "json",
    // The owner here is the seller.
    attempt: async () => {
      const { id, seller } = await aListing();
      const bidder = await someoneSignedIn();
      await bid(id, 100, bidder.cookie);
      return { path: "/user/blocks", call: { json: { auctionId: id, bidderId: bidder.id } }, cookie: seller.cookie };
    },
    cells: { ...STRANGERS, ...BODY, otherUser: "403 not_your_auction", owner: "200", replayed: "200" },
  },
  "DELETE /user/blocks/:id": {
    takes: "parameters",
    attempt: () => asSomeone(`/user/blocks/${newId()}`),
    cells: { ...STRANGERS, ...PARAMETERS, ...SAME_FOR_ALL_USERS },
  },
  "GET /user/live": {
    takes: "socket",
    attempt: () => asSomeone("/user/live", upgrade),
    cells: {
      ...STRANGERS,
      malformed: "400 malformed_request",
      wrongType: "400 malformed_request",
      oversized: "101",
      otherUser: "101",
      owner: "101",
      replayed: "101",
    },
  },
};
