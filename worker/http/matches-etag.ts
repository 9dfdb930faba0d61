/**
 * Whether the client's `If-None-Match` has this ETag. When Cloudflare's edge compresses a response, it makes a strong
 * ETag weak, so browsers may send ours back with `W/`.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag) ?? false;
}
