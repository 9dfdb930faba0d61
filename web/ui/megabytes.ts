const BYTES_PER_MB = 1024 * 1024;

/** A size as shown on screen, in whole megabytes. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / BYTES_PER_MB)}MB`;
}
