const BYTES_PER_MB = 1024 * 1024;

/** A size on screen, in whole megabytes. The specification writes "10MB". Our own sentences have a space. */
export function megabytes(bytes: number, separator = ""): string {
  return `${Math.floor(bytes / BYTES_PER_MB)}${separator}MB`;
}
