/** A browser may read the file some time after the click, because some phones first ask where to put it. */
const KEPT_MS = 60_000;

/** Gives the browser a file to save under this name, as a click on a link to it would. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
