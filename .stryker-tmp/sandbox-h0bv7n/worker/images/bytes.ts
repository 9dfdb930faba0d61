/** Reading and writing of the containers' numbers. Reading past the end answers with undefined and never throws. */
// @ts-nocheck


export function ascii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** An unsigned number of `size` bytes, or undefined when it is cut off. */
export function readBig(bytes: Uint8Array, at: number, size: number): number | undefined {
  if (at < 0 || at + size > bytes.length) return undefined;
  return bytes.subarray(at, at + size).reduce((sum, byte) => sum * 256 + byte, 0);
}

export function readLittle(bytes: Uint8Array, at: number, size: number): number | undefined {
  if (at < 0 || at + size > bytes.length) return undefined;
  return bytes.subarray(at, at + size).reduceRight((sum, byte) => sum * 256 + byte, 0);
}

export function bigEndian(value: number, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256);
}

export function littleEndian(value: number, size: number): Uint8Array {
  return bigEndian(value, size).toReversed();
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
