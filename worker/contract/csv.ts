/**
 * One line of a CSV file (RFC 4180): a cell is quoted where it needs to be, and the line ends with CRLF. Spreadsheets
 * run a cell that begins like a formula, and others choose what they are called, so such a cell gets an apostrophe.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/** In any width: some spreadsheets read the full-width signs, too. They skip spaces in front of the sign. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
