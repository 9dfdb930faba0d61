/**
 * The name of the file with a person's data, by the time of the export as an ISO 8601 date-time. Separate from the
 * file's schema, which no page needs.
 */
export function exportFileName(exportedAt: string): string {
  return `lotline-data-${exportedAt.slice(0, "2026-11-22".length)}.json`;
}
