/** R2 with a limit of the platform that the local one does not have. */
import { env } from "cloudflare:workers";

const MAX_KEYS_PER_DELETE = 1_000;

/** The tests' bucket, which refuses to delete more than a thousand keys in one call, as R2 does. */
export function bucketWithLimits(): R2Bucket {
  const remove = async (keys: string | string[]) => {
    const count = Array.isArray(keys) ? keys.length : 1;
    if (count > MAX_KEYS_PER_DELETE) throw new Error(`delete: ${count} keys, at most ${MAX_KEYS_PER_DELETE} (10059)`);
    return env.IMAGE_BUCKET.delete(keys);
  };
  return new Proxy(env.IMAGE_BUCKET, {
    get: (bucket, name) => {
      if (name === "delete") return remove;
      const member: unknown = Reflect.get(bucket, name);
      // A method of the platform's object runs on that object only.
      return typeof member === "function" ? member.bind(bucket) : member;
    },
  });
}
