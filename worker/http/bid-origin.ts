/**
 * Where a bid or a listing comes from, for the report on shill bidding: the neighbourhood of the address, the address
 * with the browser's name for itself, and the session, each as a keyed hash. Without the key nobody finds an address by
 * trying all of them; nothing of it ever leaves the house.
 */
import { createHmac } from "node:crypto";

import type { Session } from "../accounts/sessions.ts";
import type { OriginHashes } from "../room/rpc.ts";
import { callerAddress } from "./address.ts";
import type { HttpContext } from "./context.ts";

/** 96 bits: no two homes of a city are taken for one. */
const DIGITS = 16;

/** What a browser calls itself is shorter; what is remembered must not be longer than it helps. */
const LONGEST_AGENT = 512;

/** What was made of a session that this isolate knows: who bids bids again, mostly from the same place. */
const made = new WeakMap<
  Session,
  { readonly network: string; readonly agent: string; readonly origin: OriginHashes }
>();

/** Absent where nobody says which address a call comes from: then all would look alike. */
export function traceOf(c: HttpContext, session: Session): { readonly origin?: OriginHashes } {
  const address = callerAddress(c);
  if (!address) return {};
  const { network, prefix } = address;
  const agent = (c.req.header("user-agent") ?? "").slice(0, LONGEST_AGENT);
  const known = made.get(session);
  if (known?.network === network && known.agent === agent) return { origin: known.origin };
  // The secret that peppers passwords. Without one these are plain hashes, and whoever reads D1 could try addresses.
  const key = c.get("settings").passwordPepper ?? "";
  const hashed = (kind: string, value: string) =>
    createHmac("sha256", `trace ${key}`).update(`${kind} ${value}`).digest("base64url").slice(0, DIGITS);
  const origin = {
    network: hashed("network", prefix),
    device: hashed("device", `${network} ${agent}`),
    session: hashed("session", session.id),
  };
  made.set(session, { network, agent, origin });
  return { origin };
}
