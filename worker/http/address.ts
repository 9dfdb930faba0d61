/** Where a call comes from, as a network: one home or one machine for the limits, one provider's corner for the log. */
import type { HttpContext } from "./context.ts";

/** Groups of an IPv6 address that name its network of /64: the rest is one subscriber's to choose. */
const SUBSCRIBER_GROUPS = 4;
const PREFIX_GROUPS = 3;

/** The address of IPv4, the /64 of IPv6. The platform sets the header; a client cannot. */
export function networkOf(c: HttpContext): string {
  const address = addressOf(c);
  return address === undefined ? "unknown" : networkIn(address);
}

/** The neighbourhood of an address: /24 of IPv4, /48 of IPv6. */
export function prefixOf(c: HttpContext): string | undefined {
  const address = addressOf(c);
  return address === undefined ? undefined : prefixIn(address);
}

export function addressOf(c: HttpContext): string | undefined {
  // IPv4 as IPv6 writes it is IPv4.
  return c.req.header("cf-connecting-ip")?.replace(/^::ffff:(?=[\d.]+$)/i, "");
}

export function networkIn(address: string): string {
  return address.includes(":") ? groupsIn(address).slice(0, SUBSCRIBER_GROUPS).join(":") : address;
}

export function prefixIn(address: string): string {
  if (!address.includes(":")) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  return `${groupsIn(address).slice(0, PREFIX_GROUPS).join(":")}::/48`;
}

/** The eight groups, each in its shortest form, whatever was left out. */
function groupsIn(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const leftOut = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...leftOut, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}
