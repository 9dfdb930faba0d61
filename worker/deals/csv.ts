/**
 * One line of a CSV file (RFC 4180), which ends with CRLF. Cells are quoted where needed. Spreadsheets run a cell that
 * begins like a formula, and users choose the text in these cells. So we put an apostrophe before such text.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/** Full-width signs count too, because some spreadsheets read them. They skip spaces before the sign. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
