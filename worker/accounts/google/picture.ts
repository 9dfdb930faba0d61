/**
 * The picture of a Google account, copied once. Only from the one host that Google serves them on, never through a
 * redirect, and only what passes the check of every picture; whatever goes wrong means no picture.
 */
import { checkPicture, MAX_IMAGE_BYTES } from "../../images/check.ts";
import type { CleanPicture } from "../../images/picture.ts";

const HOST = "lh3.googleusercontent.com";
const PATIENCE_MS = 3_000;

export async function copyPicture(url: string | null): Promise<CleanPicture | null> {
  if (url === null || !isGoogles(url)) return null;
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });
    const bytes = response.status === 200 ? await readAtMost(response, MAX_IMAGE_BYTES) : null;
    const checked = bytes && checkPicture(bytes);
    return checked?.ok ? checked.picture : null;
  } catch {
    return null;
  }
}

function isGoogles(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === "https:" && host === HOST && username === "" && password === "";
}

async function readAtMost({ body }: Response, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
