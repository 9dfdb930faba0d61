/** The front door. */
export { Inbox } from "./inbox/inbox.ts";
export { AuctionRoom } from "./room/auction-room.ts";

export default {
  fetch: () => new Response("soon"),
} satisfies ExportedHandler<Env>;
