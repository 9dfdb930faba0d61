/**
 * A picture in one of the widths of its places, upright, in the smallest format that whoever asks can show. It is made
 * once and then found in the edge's cache. AVIF is the smallest and takes twenty times as long to make as WebP: nobody
 * waits for it, so the first to ask gets WebP, and AVIF is made for the next. When a size cannot be made there is none,
 * and the picture is served as it was sent.
 */
import { failureReason } from "../platform/failure-reason.ts";
import type { ImageType, StoredBytes } from "./picture.ts";

/** `own` is the format that the picture was sent in, which everyone can show. */
type Format = "avif" | "webp" | "own";

export type Sized = { readonly body: ArrayBuffer; readonly type: string };

/** Where a size is looked for, and what makes it; `later` runs behind the answer. */
export type Workshop = {
  readonly sizes: ImagesBinding;
  readonly cache: Cache;
  readonly later: (work: Promise<unknown>) => void;
};

/** Wider ones take seconds to make. */
const WIDEST_AVIF_PIXELS = 960;
/** About where more bytes stop being seen. */
const QUALITY: Readonly<Record<Format, number>> = { avif: 60, webp: 80, own: 82 };
/** A picture that was deleted is gone from the edge a day later; one that is looked at is made again. */
const KEPT_SECONDS = 86_400;

/** Making one is given up after this long: a cancelled request never comes back to say so. */
const ABANDONED_MS = 30_000;
/** One at a time is made for the next who asks, so that it takes little from what is made for those who wait. */
let makesLaterUntil = 0;

/** `address` names the picture and the width; `load` reads the picture, and answers with null when there is none. */
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

  const picture = await load();
  if (!picture) return null;
  const now =
    found?.sized ??
    (await make(
      workshop,
      picture,
      address,
      width,
      formats.find((one) => one !== "avif"),
    ));
  if (now && makesAvif && Date.now() >= makesLaterUntil) {
    makesLaterUntil = Date.now() + ABANDONED_MS;
    workshop.later(
      make(workshop, picture, address, width, "avif").finally(() => {
        makesLaterUntil = 0;
      }),
    );
  }
  return now ?? "unmade";
}

function formatsFor(accept: string, width: number): Format[] {
  const formats: Format[] = ["own"];
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

/** Makes a size and leaves a copy at the edge; null when that fails. Never larger than the picture is. */
async function make(
  { sizes, cache, later }: Workshop,
  { bytes, type }: StoredBytes,
  address: string,
  width: number,
  format: Format = "own",
): Promise<Sized | null> {
  try {
    const smaller = sizes.input(new Blob([bytes]).stream()).transform({ width, fit: "scale-down" });
    const made = await smaller.output({ format: typeOf(format, type), quality: QUALITY[format] });
    const sized = { body: await made.response().arrayBuffer(), type: made.contentType() };
    const headers = { "Content-Type": sized.type, "Cache-Control": `public, max-age=${KEPT_SECONDS}` };
    later(cache.put(copyOf(address, format), new Response(sized.body, { headers })));
    return sized;
  } catch (error) {
    console.warn(JSON.stringify({ event: "picture_not_resized", width, format, reason: failureReason(error) }));
    return null;
  }
}

function typeOf(format: Format, own: ImageType) {
  return format === "own" ? own : (`image/${format}` as const);
}

/** The cache looks at no header: each format has an address of its own, which is asked for by nobody else. */
function copyOf(address: string, format: Format): string {
  return `${address}&as=${format}`;
}
