import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import worker from "../index.ts";
import { readSettings } from "../settings/settings.ts";
import { expectRefusalIn, ORIGIN, request } from "../testing/http.ts";

it("security.txt has the contact, its own URL and an expiry within a year", async () => {
  const response = await request("/.well-known/security.txt");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  const fields = Object.fromEntries(
    (await response.text())
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/)),
  );
  expect(fields).toMatchObject({
    Contact: "mailto:security@lotline.example",
    Canonical: `${ORIGIN}/.well-known/security.txt`,
  });
  const daysLeft = (Date.parse(String(fields["Expires"])) - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(365);
});

it("a deployment without a contact has no security.txt", async () => {
  const contactRequest = new Request<unknown, IncomingRequestCfProperties>(`${ORIGIN}/.well-known/security.txt`);
  const response = await worker.fetch(contactRequest, { ...env, SECURITY_CONTACT: "" }, createExecutionContext());
  await expectRefusalIn(response, "not_found", 404);
});

it.each(["security@lotline.example", "http://lotline.example", "https://x.example\nContact: y"])(
  "a contact must be a mailto: or https: URL, not %j",
  (contact) => {
    expect(() => readSettings({ ...env, SECURITY_CONTACT: contact })).toThrow("wrong settings: SECURITY_CONTACT");
  },
);
