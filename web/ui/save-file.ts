/** A browser may still read the file a while after the click, as some phones do while they ask where to put it. */
const KEPT_MS = 60_000;

/** Gives the browser a text to save as a file, as a click on a link to it would. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
