/** The cookie with a browser's pass from a human check. */
import { getCookie, setCookie } from "hono/cookie";

import { HUMAN_PASS_MS, issueHumanPass, readHumanPass } from "../human-check/human-pass.ts";
import { prefixOf } from "./caller-address.ts";
import type { HttpContext } from "./context.ts";

const COOKIE_NAME = "__Host-human";

/** The ID of this browser's pass, which its requests are counted under. Null if it has no valid pass. */
export function humanPassOf(c: HttpContext): string | null {
  const { settings, now } = c.var;
  if (settings.turnstile === null || settings.passwordPepper === null) return null;
  return readHumanPass(settings.passwordPepper, prefixOf(c) ?? "unknown", getCookie(c, COOKIE_NAME) ?? "", now);
}

export function setHumanPass(c: HttpContext, secret: string): void {
  setCookie(c, COOKIE_NAME, issueHumanPass(secret, prefixOf(c) ?? "unknown", c.get("now")), {
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Strict",
    maxAge: HUMAN_PASS_MS / 1_000,
  });
}
