/**
 * The types of pictures that a seller may choose: those that the server takes, and HEIC, in which phones save
 * photographs.
 */
import { IMAGE_TYPES } from "../../../ui/image-check.ts";

const HEIC_TYPES = ["image/heic", "image/heif"];
/** Some systems know these photographs by the name of their file only. */
const HEIC_NAME = /\.(heic|heif)$/i;

/** For the file picker. */
export const CHOSEN_TYPES = [...IMAGE_TYPES, ...HEIC_TYPES, ".heic", ".heif"].join(",");

export function isHeicPhoto({ type, name }: Pick<File, "type" | "name">): boolean {
  return HEIC_TYPES.includes(type) || HEIC_NAME.test(name);
}
