import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { readSettings } from "./settings.ts";

it.each(["LIMIT_SCALE", "RELAY_AFTER"])(
  "without %s, which Durable Objects read themselves, no request is processed",
  (name) => {
    expect(() => readSettings({ ...env, [name]: undefined })).toThrow(`invalid settings: ${name}`);
  },
);
