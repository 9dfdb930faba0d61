import { useEffect, useEffectEvent } from "react";

/**
 * Takes photos that are pasted, or dropped anywhere on the page. Without this, the browser would leave the page and its
 * form to show a dropped file. Text pasted into a field works as usual.
 */
export function useFilesOnPage(onFiles: (files: readonly File[]) => void): void {
  const addFiles = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = Array.from(data?.files ?? []);
    if (event.defaultPrevented || files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isText = event.clipboardData?.types.includes("text/plain");
      const isField = event.target instanceof Element && event.target.matches("input, textarea");
      if (!(isText && isField)) addFiles(event, event.clipboardData);
    };
    const dragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => addFiles(event, event.dataTransfer);
    document.addEventListener("paste", paste);
    document.addEventListener("dragover", dragOver);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("dragover", dragOver);
      document.removeEventListener("drop", drop);
    };
  }, []);
}
