/** The cookie of a device that has signed in before. Without the password pepper there is no key, and so no cookie. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

import { KNOWN_DEVICE_MS, type KnownDevice, readDevice, signDevice } from "../accounts/known-device.ts";
import type { HttpContext } from "./context.ts";

const COOKIE_NAME = "__Host-device";
/** Lax, so that browsers also send it on the redirect back from Google, which is another site. */
const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;

export async function knownDeviceOf(c: HttpContext): Promise<KnownDevice | null> {
  const { passwordPepper } = c.get("settings");
  return passwordPepper === null ? null : readDevice(passwordPepper, getCookie(c, COOKIE_NAME) ?? "", c.get("now"));
}

export async function setDeviceCookie(c: HttpContext, pepper: string, device: KnownDevice): Promise<void> {
  const value = await signDevice(pepper, device, c.get("now"));
  setCookie(c, COOKIE_NAME, value, { ...ATTRIBUTES, maxAge: KNOWN_DEVICE_MS / 1_000 });
}

export function clearDeviceCookie(c: HttpContext): void {
  deleteCookie(c, COOKIE_NAME, ATTRIBUTES);
}
