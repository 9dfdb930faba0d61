/**
 * An image in one of the widths of its places, upright, in the smallest format that the client can show. It is made
 * once and then found in the edge's cache. AVIF is the smallest and takes twenty times as long to make as WebP: nobody
 * waits for it, so the first request gets WebP, and AVIF is made for the next. When a size cannot be made there is
 * none, and the image is served as it is stored.
 */
import { failureReason } from "../platform/failure-reason.ts";
import type { StoredBytes } from "./encode.ts";

/** Everyone can show JPEG: the robots that make previews of links, for instance, which name no format. */
type Format = "avif" | "webp" | "jpeg";

export type Sized = { readonly body: ArrayBuffer; readonly type: string };

/** Where a size is looked for, and what makes it; `later` runs behind the answer. */
export type Workshop = {
  readonly images: ImagesBinding;
  readonly cache: Cache;
  readonly later: (work: Promise<unknown>) => void;
};

/** Wider ones take seconds to make. */
const WIDEST_AVIF_PIXELS = 960;
/** About where more bytes stop being seen. */
const QUALITY: Readonly<Record<Format, number>> = { avif: 60, webp: 80, jpeg: 82 };
/** An image that was deleted is gone from the edge a day later; one that is looked at is made again. */
const KEPT_SECONDS = 86_400;

/** Making one is given up after this long: a cancelled request never comes back to say so. */
const ABANDONED_MS = 30_000;
/** One at a time is made for the next who asks, so that it takes little from what is made for those who wait. */
let makesLaterUntil = 0;

/** `address` names the image and the width; `load` reads the image, and answers with null when there is none. */
export async function findSized(
  workshop: Workshop,
  address: string,
  width: number,
  accept: string,
  load: () => Promise<StoredBytes | null>,
): Promise<Sized | "unmade" | null> {
  const formats = formatsFor(accept, width);
  const found = await firstCached(workshop.cache, address, formats);
  const makesAvif = formats[0] === "avif" && found?.format !== "avif" && Date.now() >= makesLaterUntil;
  if (found && !makesAvif) return found.sized;

  const image = await load();
  if (!image) return null;
  const now =
    found?.sized ??
    (await make(
      workshop,
      image,
      address,
      width,
      formats.find((one) => one !== "avif"),
    ));
  if (now && makesAvif && Date.now() >= makesLaterUntil) {
    makesLaterUntil = Date.now() + ABANDONED_MS;
    workshop.later(
      make(workshop, image, address, width, "avif").finally(() => {
        makesLaterUntil = 0;
      }),
    );
  }
  return now ?? "unmade";
}

function formatsFor(accept: string, width: number): Format[] {
  const formats: Format[] = ["jpeg"];
  if (accept.includes("image/webp")) formats.unshift("webp");
  if (accept.includes("image/avif") && width <= WIDEST_AVIF_PIXELS) formats.unshift("avif");
  return formats;
}

async function firstCached(cache: Cache, address: string, formats: readonly Format[]) {
  const copies = await Promise.all(formats.map((format) => cache.match(copyOf(address, format))));
  const at = copies.findIndex((copy) => copy !== undefined);
  const [format, copy] = [formats[at], copies[at]];
  if (!format || !copy) return null;
  return { format, sized: { body: await copy.arrayBuffer(), type: copy.headers.get("content-type") ?? "" } };
}

/** Makes a size and leaves a copy at the edge; null when that fails. Never larger than the image is. */
async function make(
  { images, cache, later }: Workshop,
  { bytes }: StoredBytes,
  address: string,
  width: number,
  format: Format = "jpeg",
): Promise<Sized | null> {
  try {
    const smaller = images.input(new Blob([bytes]).stream()).transform({ width, fit: "scale-down" });
    const made = await smaller.output({
      format: `image/${format}`,
      quality: QUALITY[format],
      // What shows through a transparent image where the format has no transparency.
      background: "#ffffff",
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

/** The cache looks at no header: each format has an address of its own, which is asked for by nobody else. */
function copyOf(address: string, format: Format): string {
  return `${address}&as=${format}`;
}
