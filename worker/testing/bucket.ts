/** R2 with a platform limit that the local R2 doesn't have. */
import { env } from "cloudflare:workers";

import { bindingWith } from "./bindings.ts";

const MAX_KEYS_PER_DELETE = 1_000;

/** The tests' bucket, which refuses to delete more than a thousand keys in one call, as R2 does. */
export function bucketWithLimits(): R2Bucket {
  const remove = async (keys: string | string[]) => {
    const count = Array.isArray(keys) ? keys.length : 1;
    if (count > MAX_KEYS_PER_DELETE) throw new Error(`delete: ${count} keys, at most ${MAX_KEYS_PER_DELETE} (10059)`);
    return env.IMAGE_BUCKET.delete(keys);
  };
  return bindingWith(env.IMAGE_BUCKET, { delete: remove });
}
