/**
 * Headers between the Worker and its Durable Objects when a socket opens. They aren't part of the public contract, and
 * the Worker removes them from clients' requests (`worker/object-clients/objects.ts`).
 */
/** The signed-in person behind a room's socket, as `Viewer` from worker/rpc/room-rpc.ts in URI-encoded JSON. */
export const VIEWER_HEADER = "x-lotline-viewer";
/** The session behind an inbox's socket, and its end in epoch ms. */
export const SESSION_HEADER = "x-lotline-session";
export const EXPIRES_HEADER = "x-lotline-expires";
/** The network that a room's socket comes from, for the limit on open sockets. */
export const NETWORK_HEADER = "x-lotline-network";
/** The name of the relay to connect to instead, in a full room's response to an upgrade. */
export const RELAY_HEADER = "x-lotline-relay";
