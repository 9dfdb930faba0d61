/**
 * An image in one of the widths that pages use, upright, in the smallest format that the client can show. We make a
 * size once and then keep it in R2 beside its image, where every request for it is one read. AVIF is the smallest
 * format and takes twenty times as long to encode as WebP. So the first request gets WebP, and we encode AVIF in the
 * background for the next. If we can't make a size, because too many are in progress, the client has requested too
 * many, or it fails, we serve the image as stored.
 */
import { Budget } from "../platform/budget.ts";
import { failureReason } from "../platform/failure-reason.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { type VariantFormat, variantKey } from "./store.ts";

export type ImageVariant = {
  /** Null if only the headers were requested. */
  readonly body: ReadableStream | ArrayBuffer | null;
  readonly type: string;
  readonly byteLength: number;
};

type Resizer = {
  readonly images: ImagesBinding;
  readonly bucket: R2Bucket;
  /** Keeps work running after the response. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Counts one size for this client. False if it has requested too many. */
  readonly canResize: () => boolean;
};

export type VariantRequest = {
  /** The key of the stored image. */
  readonly key: string;
  readonly width: number;
  /** The `Accept` header. */
  readonly accept: string;
  readonly withBody: boolean;
};

/** Wider images take seconds to encode. */
const MAX_AVIF_WIDTH = 960;
/** Around these values, more bytes make no visible difference. */
const QUALITY: Readonly<Record<VariantFormat, number>> = { avif: 60, webp: 80, jpeg: 82 };

/** Each resize keeps a stream of the image and the finished size in memory, together a few megabytes. */
const MAX_CONCURRENT_RESIZES = 4;
/**
 * The slowest sizes take a few seconds. AVIF is encoded after the response. This also ends a canceled request's
 * reservation.
 */
const RESIZE_TIMEOUT_MS = 30_000;
const resizeBudget = new Budget(MAX_CONCURRENT_RESIZES, RESIZE_TIMEOUT_MS);
/** One background encoding at a time, so that it doesn't slow down the sizes that requests wait for. */
const avifBudget = new Budget(1, RESIZE_TIMEOUT_MS);

/** Null if the image doesn't exist, or should be served as stored. */
export async function findOrCreateVariant(resizer: Resizer, request: VariantRequest): Promise<ImageVariant | null> {
  const { accept, width, withBody } = request;
  // Every client can show JPEG, even clients that list no format, such as bots that generate link previews.
  const format = accept.includes("image/webp") ? "webp" : "jpeg";
  const wantsAvif = accept.includes("image/avif") && width <= MAX_AVIF_WIDTH;
  const avif = wantsAvif ? await findStoredVariant(resizer.bucket, request, "avif") : null;
  if (avif) return avif;
  const stored = await findStoredVariant(resizer.bucket, request, format);
  const sized = stored ?? (withBody ? await createVariant(resizer, request, format) : null);
  if (sized && wantsAvif && withBody) resizer.waitUntil(makeAvif(resizer, request));
  return sized;
}

async function findStoredVariant(
  bucket: R2Bucket,
  { key, width, withBody }: VariantRequest,
  format: VariantFormat,
): Promise<ImageVariant | null> {
  const name = variantKey(key, width, format);
  const type = `image/${format}`;
  if (!withBody) {
    const head = await bucket.head(name);
    return head && { body: null, type, byteLength: head.size };
  }
  const object = await bucket.get(name);
  return object && { body: object.body, type, byteLength: object.size };
}

async function makeAvif(resizer: Resizer, request: VariantRequest): Promise<void> {
  const reservation = avifBudget.reserve(1, Date.now());
  if (!reservation) return;
  try {
    await createVariant(resizer, request, "avif");
  } finally {
    avifBudget.release(reservation);
  }
}

/** Makes a size and keeps it. Null if that fails or isn't possible now. Never larger than the image itself. */
async function createVariant(
  resizer: Resizer,
  request: VariantRequest,
  format: VariantFormat,
): Promise<ImageVariant | null> {
  const { key, width } = request;
  const reservation = resizeBudget.reserve(1, Date.now());
  if (!reservation) return null;
  try {
    if (!resizer.canResize()) return null;
    const body = await withTimeout(encode(resizer, request, format), RESIZE_TIMEOUT_MS);
    if (!body) return null;
    resizer.waitUntil(storeVariant(resizer.bucket, key, variantKey(key, width, format), body));
    return { body, type: `image/${format}`, byteLength: body.byteLength };
  } catch (error) {
    console.warn(JSON.stringify({ event: "image_not_resized", width, format, reason: failureReason(error) }));
    return null;
  } finally {
    resizeBudget.release(reservation);
  }
}

/** Null when there is no such image. The image itself only passes through. It is never in memory as a whole. */
async function encode(
  { images, bucket }: Resizer,
  { key, width }: VariantRequest,
  format: VariantFormat,
): Promise<ArrayBuffer | null> {
  const image = await bucket.get(key);
  if (!image) return null;
  const type = `image/${format}` as const;
  const resized = await images
    .input(image.body)
    .transform({ width, fit: "scale-down" })
    .output({
      format: type,
      quality: QUALITY[format],
      // JPEG has no transparency. The other formats keep it.
      ...(format === "jpeg" ? { background: "#ffffff" } : {}),
    });
  // Under load the service may answer in another format, which we would then store under the wrong name.
  if (resized.contentType() !== type) throw new Error(`the service returned ${resized.contentType()}`);
  return resized.response().arrayBuffer();
}

/** Stores a size. Deletes it again if the image has been deleted meanwhile, because its sizes were deleted earlier. */
async function storeVariant(bucket: R2Bucket, key: string, name: string, body: ArrayBuffer): Promise<void> {
  await bucket.put(name, body);
  if (!(await bucket.head(key))) await bucket.delete(name);
}
