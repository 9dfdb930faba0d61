/** Checks and prepares a chosen photo before it's sent. The server checks its bytes again. */
import type { PreparedFile } from "./prepare-image.ts";

/**
 * For the file picker. People can send anything the browser can display. Some systems recognize HEIC only by the file's
 * name.
 */
export const ACCEPTED_TYPES = "image/*,.heic,.heif";

/** For a file that the browser can't preview. */
export const UNREADABLE = "We can't read this photo. Use a JPEG, PNG or WebP.";

/** If the photo can't be prepared or the code for it can't load, the field says so, and the person can try again. */
export async function prepareFile(file: File, maxBytes: number): Promise<PreparedFile> {
  try {
    // Loaded with the first photo, because people often open a form without adding one.
    const { prepareImage } = await import("./prepare-image.ts");
    return await prepareImage(file, maxBytes);
  } catch (error) {
    window.reportError(error);
    return { problem: "We couldn't prepare this photo. Choose it again." };
  }
}
