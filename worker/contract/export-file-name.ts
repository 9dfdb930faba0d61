/**
 * The name of the file with a person's data, by the site's name and the time of the export as an ISO 8601 date-time.
 * Separate from the file's schema, which no page needs.
 */
export function exportFileName(siteName: string, exportedAt: string): string {
  return [...asciiWordsOf(siteName), "data", `${exportedAt.slice(0, "2026-11-22".length)}.json`].join("-");
}

/** Headers and every file system take these letters. A name in another script is left out. */
function asciiWordsOf(name: string): readonly string[] {
  return (
    name
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}
