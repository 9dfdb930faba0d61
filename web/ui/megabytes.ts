const BYTES_PER_MB = 1024 * 1024;

/** A size as shown on screen, in whole megabytes. "10MB" is the specification's. Our own sentences have a space. */
export function megabytes(bytes: number, between = ""): string {
  return `${Math.floor(bytes / BYTES_PER_MB)}${between}MB`;
}
