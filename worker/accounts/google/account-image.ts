/**
 * Copies the image of a Google account once. We load it only from Google's image host, without following redirects, and
 * encode it again like every upload. If anything fails, the account gets no image.
 */
import { MAX_IMAGE_BYTES } from "../../contract/images/image-formats.ts";
import { type EncodedImage, encodeImage } from "../../images/encode.ts";
import { fetchBounded } from "../../platform/bounded-fetch.ts";

const HOST = "lh3.googleusercontent.com";
const BOUNDS = { timeoutMs: 3_000, maxBytes: MAX_IMAGE_BYTES };

export async function copyGoogleImage(
  images: ImagesBinding | undefined,
  url: string | null,
): Promise<EncodedImage | null> {
  if (url === null || !isGoogleImage(url)) return null;
  try {
    const response = await fetchBounded(url, {}, BOUNDS);
    const encoded = response.status === 200 ? await encodeImage(images, await response.blob()) : null;
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
