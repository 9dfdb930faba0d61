/** Where a call comes from: one home or one machine for the limits, its neighbourhood for the log. */
import ipaddr from "ipaddr.js";

import type { HttpContext } from "./context.ts";

/** The address of IPv4 or the /64 of IPv6, of which one subscriber chooses the rest; and the /24 or /48 around it. */
export type CallerAddress = { readonly network: string; readonly prefix: string };

/** Null without an address. The platform sets the header; a client cannot. IPv4 written as IPv6 is IPv4. */
export function callerAddress(c: HttpContext): CallerAddress | null {
  const address = c.req.header("cf-connecting-ip") ?? "";
  if (!ipaddr.isValid(address)) return null;
  const ip = ipaddr.process(address);
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
