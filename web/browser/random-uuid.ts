/**
 * A random UUID (version 4). Over plain HTTP, browsers have random numbers but no `crypto.randomUUID`. A phone that
 * opens a local server (`npm start -- --host`) is one case.
 */
export function randomUUID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // Version 4, and a variant that starts with the bits 10.
  const variant = (8 + ((bytes[8] ?? 0) & 3)).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    "-",
  );
}
