/** Checks and prepares a chosen picture before anything is sent. The server checks its bytes again. */

/** For the file picker: whatever the browser can show can be sent. Some systems know HEIC by the name of the file only. */
export const CHOSEN_TYPES = "image/*,.heic,.heif";

/** For a file whose preview the browser cannot show. */
export const UNREADABLE = "We can't read this photo. Use a JPEG, PNG or WebP.";

/** The file to send, or what is wrong with it. */
export type Prepared = { readonly file: File } | { readonly problem: string };

/** If a picture or the code for it fails, the error is shown, and the picture can be chosen again. */
export async function prepared(file: File, maxBytes: number): Promise<Prepared> {
  try {
    // Loaded with the first picture, because a form is often opened without one.
    const { preparedPicture } = await import("./prepared-picture.ts");
    return await preparedPicture(file, maxBytes);
  } catch (error) {
    window.reportError(error);
    return { problem: "We couldn't prepare this photo. Choose it again." };
  }
}
