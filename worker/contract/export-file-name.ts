/** The files with their own data that people can download, each with its extension. */
const EXTENSIONS = { data: "json", sales: "csv", purchases: "csv" } as const;
type ExportKind = keyof typeof EXTENSIONS;

/**
 * The name of a file with a person's data, made from the site's name and the time of the export (ISO 8601).
 * Separate from the file's schema, which no page needs.
 */
export function exportFileName(siteName: string, kind: ExportKind, exportedAt: string): string {
  const day = exportedAt.slice(0, "2026-11-22".length);
  return [...asciiWordsOf(siteName), kind, `${day}.${EXTENSIONS[kind]}`].join("-");
}

/** Headers and every file system accept these letters. A name in another script is left out. */
function asciiWordsOf(name: string): readonly string[] {
  return (
    name
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}
