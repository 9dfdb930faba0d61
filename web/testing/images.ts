/** Files as people choose them. The tests' DOM doesn't decode images, so the first bytes are enough. */

/** A PNG of one gray pixel, padded to this size. */
export function anImageFile(name = "clock.png", bytes = 0): File {
  return new File([PNG, new Uint8Array(Math.max(0, bytes - PNG.length))], name, { type: "image/png" });
}

/** A file of another kind, no matter what its name and type say. */
export function aFileStartingWith(start: string, name: string, type = "image/jpeg"): File {
  return new File([bytesOf(start)], name, { type });
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const PNG = bytesOf(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="),
);
