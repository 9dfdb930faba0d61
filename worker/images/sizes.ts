/**
 * An image in one of the widths that pages use, upright, in the smallest format that the client can show. It is encoded
 * once and then served from the edge's cache. AVIF is the smallest format and takes twenty times as long to encode as
 * WebP: so the first request gets WebP, and AVIF is encoded in the background for the next. If a size cannot be made,
 * the image is served as it is stored.
 */
import { failureReason } from "../platform/failure-reason.ts";
import type { StoredBytes } from "./encode.ts";

/** Every client can show JPEG, also those that name no format, such as robots that make previews of links. */
type Format = "avif" | "webp" | "jpeg";

export type SizedImage = { readonly body: ArrayBuffer; readonly type: string };

/** The cache of sizes, and the service that makes them; `later` continues work after the response. */
export type Resizer = {
  readonly images: ImagesBinding;
  readonly cache: Cache;
  readonly later: (work: Promise<unknown>) => void;
};

/** Wider images take seconds to encode. */
const MAX_AVIF_WIDTH = 960;
/** About where more bytes make no visible difference. */
const QUALITY: Readonly<Record<Format, number>> = { avif: 60, webp: 80, jpeg: 82 };
/** A deleted image is gone from the edge a day later; a size that is still in use is encoded again. */
const KEPT_SECONDS = 86_400;

/** An encoding counts as failed after this long: if its request is cancelled, nothing else reports that. */
const AVIF_TIMEOUT_MS = 30_000;
/** One background encoding at a time, so that it does not slow down the sizes that requests wait for. */
let avifBusyUntil = 0;

/** `address` identifies the image and the width; `load` reads the image, or returns null when there is none. */
export async function findSized(
  resizer: Resizer,
  address: string,
  width: number,
  accept: string,
  load: () => Promise<StoredBytes | null>,
): Promise<SizedImage | "unmade" | null> {
  const formats = formatsFor(accept, width);
  const found = await firstCached(resizer.cache, address, formats);
  const wantsAvif = formats[0] === "avif" && found?.format !== "avif" && Date.now() >= avifBusyUntil;
  if (found && !wantsAvif) return found.sized;

  const image = await load();
  if (!image) return null;
  const now =
    found?.sized ??
    (await make(
      resizer,
      image,
      address,
      width,
      formats.find((one) => one !== "avif"),
    ));
  if (now && wantsAvif && Date.now() >= avifBusyUntil) {
    avifBusyUntil = Date.now() + AVIF_TIMEOUT_MS;
    resizer.later(
      make(resizer, image, address, width, "avif").finally(() => {
        avifBusyUntil = 0;
      }),
    );
  }
  return now ?? "unmade";
}

function formatsFor(accept: string, width: number): Format[] {
  const formats: Format[] = ["jpeg"];
  if (accept.includes("image/webp")) formats.unshift("webp");
  if (accept.includes("image/avif") && width <= MAX_AVIF_WIDTH) formats.unshift("avif");
  return formats;
}

async function firstCached(cache: Cache, address: string, formats: readonly Format[]) {
  const copies = await Promise.all(formats.map((format) => cache.match(copyOf(address, format))));
  const at = copies.findIndex((copy) => copy !== undefined);
  const [format, copy] = [formats[at], copies[at]];
  if (!format || !copy) return null;
  return { format, sized: { body: await copy.arrayBuffer(), type: copy.headers.get("content-type") ?? "" } };
}

/** Makes a size and stores a copy at the edge; null when that fails. Never larger than the image itself. */
async function make(
  { images, cache, later }: Resizer,
  { bytes }: StoredBytes,
  address: string,
  width: number,
  format: Format = "jpeg",
): Promise<SizedImage | null> {
  try {
    const smaller = images.input(new Blob([bytes]).stream()).transform({ width, fit: "scale-down" });
    const made = await smaller.output({
      format: `image/${format}`,
      quality: QUALITY[format],
      // JPEG has no transparency; the other formats keep it.
      ...(format === "jpeg" ? { background: "#ffffff" } : {}),
    });
    const sized = { body: await made.response().arrayBuffer(), type: made.contentType() };
    const headers = { "Content-Type": sized.type, "Cache-Control": `public, max-age=${KEPT_SECONDS}` };
    later(cache.put(copyOf(address, format), new Response(sized.body, { headers })));
    return sized;
  } catch (error) {
    console.warn(JSON.stringify({ event: "image_not_resized", width, format, reason: failureReason(error) }));
    return null;
  }
}

/** The cache ignores `Vary`: each format has its own address, which no client requests. */
function copyOf(address: string, format: Format): string {
  return `${address}&as=${format}`;
}
