/**
 * The origin of a bid or a listing, for the report on shill bidding: the IP address prefix, the IP address together
 * with the user agent, and the session, each as a keyed hash. Without the key, no one can find an IP address by trying
 * all of them. The key is the password pepper, so without one we store no origins. They are never published.
 */
import { createHmac } from "node:crypto";

import type { Session } from "../accounts/sessions.ts";
import { callerAddress } from "../http/caller-address.ts";
import type { HttpContext } from "../http/context.ts";
import type { OriginHashes } from "../rpc/room-rpc.ts";

/** 96 bits, which is enough that no two networks collide. */
const HASH_LENGTH = 16;

/** Longer than any browser's user agent. Limits the memory that a client can use here. */
const MAX_AGENT_LENGTH = 512;

/** Absent without the pepper or an address. Otherwise all these bids would appear to have the same origin. */
export function bidOriginOf(c: HttpContext, session: Session): { readonly origin?: OriginHashes } {
  const { passwordPepper } = c.get("settings");
  const address = callerAddress(c);
  if (!address || passwordPepper === null) return {};
  const { network, prefix } = address;
  const agent = (c.req.header("user-agent") ?? "").slice(0, MAX_AGENT_LENGTH);
  const hashOf = (kind: string, value: string) =>
    createHmac("sha256", `bid origin ${passwordPepper}`)
      .update(`${kind} ${value}`)
      .digest("base64url")
      .slice(0, HASH_LENGTH);
  return {
    origin: {
      network: hashOf("network", prefix),
      device: hashOf("device", `${network} ${agent}`),
      session: hashOf("session", session.id),
    },
  };
}
