/**
 * Copies the image of a Google account once. It is only loaded from the host that Google serves these images on,
 * without following redirects, and encoded again like every upload. After any failure the account has no image.
 */
import { MAX_IMAGE_BYTES } from "../../images/check.ts";
import { type EncodedImage, encodeImage } from "../../images/encode.ts";

const HOST = "lh3.googleusercontent.com";
const TIMEOUT_MS = 3_000;

export async function copyImage(images: ImagesBinding | undefined, url: string | null): Promise<EncodedImage | null> {
  if (url === null || !isGoogleImage(url)) return null;
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const file = response.status === 200 ? await readAtMost(response, MAX_IMAGE_BYTES) : null;
    const encoded = file && (await encodeImage(images, file));
    return encoded?.ok ? encoded.image : null;
  } catch {
    return null;
  }
}

function isGoogleImage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === "https:" && host === HOST && username === "" && password === "";
}

async function readAtMost({ body }: Response, maxBytes: number): Promise<Blob | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Blob(chunks);
}
