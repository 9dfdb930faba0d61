/**
 * One line of a CSV file (RFC 4180), which ends with CRLF. Cells are quoted where needed. Spreadsheets run a cell that
 * begins like a formula, and people choose the texts in these cells. So such a cell gets an apostrophe.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/** In any width, because some spreadsheets also read full-width signs. They skip spaces before the sign. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
