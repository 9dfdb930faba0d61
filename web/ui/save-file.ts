/** The browser may read the file some time after the click, because some phones ask first where to save it. */
const REVOKE_AFTER_MS = 60_000;

/** Saves a file under this name, as a click on a download link would. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
