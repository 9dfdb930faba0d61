/** The caller's IP address: the network of one home or machine for rate limits, and a shorter prefix for the log. */
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

import type { HttpContext } from "./context.ts";

/** The IPv4 address, or the IPv6 /64, because a subscriber chooses the other half. Also the /24 or /48 around it. */
type CallerAddress = { readonly network: string; readonly prefix: string };

/** Parsed addresses, cached because each of a caller's many requests is counted. */
const addressCache = new LRUCache<string, CallerAddress>({ max: 1_000 });

/** Null without an address. The platform sets the header, so a client can't. IPv4 mapped to IPv6 counts as IPv4. */
export function callerAddress(c: HttpContext): CallerAddress | null {
  const text = c.req.header("cf-connecting-ip") ?? "";
  const known = addressCache.get(text);
  if (known) return known;
  // For an invalid address the library throws, which alone takes as long as all other work for a cached page.
  if (text === "" || !ipaddr.isValid(text)) return null;
  const address = toCallerAddress(ipaddr.process(text));
  addressCache.set(text, address);
  return address;
}

function toCallerAddress(ip: ipaddr.IPv4 | ipaddr.IPv6): CallerAddress {
  if (ip instanceof ipaddr.IPv4) {
    return { network: ip.toString(), prefix: `${ip.octets.slice(0, 3).join(".")}.0/24` };
  }
  const groups = ip.parts.map((part) => part.toString(16));
  return { network: groups.slice(0, 4).join(":"), prefix: `${groups.slice(0, 3).join(":")}::/48` };
}

export function networkOf(c: HttpContext): string {
  return callerAddress(c)?.network ?? "unknown";
}

export function prefixOf(c: HttpContext): string | undefined {
  return callerAddress(c)?.prefix;
}
