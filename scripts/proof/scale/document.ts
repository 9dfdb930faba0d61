/** The tables in the text of docs/scale.md: each follows a comment with its name. And how figures are written there. */
export type Table = { readonly head: readonly string[]; readonly rows: readonly string[][] };

export const number = (value: number, digits = 0) =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** Two digits that say something: a model has no more. */
export const rough = (value: number) => Number(value.toPrecision(2)).toLocaleString("en", { maximumFractionDigits: 2 });
export const percent = (share: number) => `${rough(share * 100)} %`;
export const dollars = (value: number) => `$${number(value, 2)}`;

const marker = (name: string) => `<!-- npm run scale: ${name} -->`;

/** A table's cells as the document has them; null where it has no place for it. */
export function tableIn(text: string, name: string): string[][] | null {
  const found = placeOf(text, name);
  return found && found.lines.filter((_, index) => index !== 1).map(cellsOf);
}

/** The document with another content of its table. Throws where it has no place for it. */
export function withTable(text: string, name: string, table: Table): string {
  const found = placeOf(text, name);
  if (!found) throw new Error(`docs/scale.md has no ${marker(name)}`);
  return [...found.before, "", markdownOf(table), "", ...found.after].join("\n");
}

/** Whole, with what they count: 160 is no figure of "1,160", nor of "160 %". */
export function figuresIn(text: string): readonly string[] {
  return text.match(/\$?\d[\d.,]*(?: (?:%|ms|s|days|months|million|rounds)(?![a-z]))?/g) ?? [];
}

/** The figures in bold: amounts, shares and times. The tables are their source. */
export function boldFigures(text: string): string[] {
  const bold = Array.from(text.matchAll(/\*\*([^*]+)\*\*/g), ([, words = ""]) => words);
  return bold.filter((words) => figuresIn(words)[0] === words);
}

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Aligned as the formatter aligns it. */
export function markdownOf({ head, rows }: Table): string {
  const widths = head.map((title, column) =>
    Math.max(3, ...[title, ...rows.map((row) => row[column] ?? "")].map((cell) => cell.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)].join("\n");
}

type Place = {
  readonly before: readonly string[];
  readonly lines: readonly string[];
  readonly after: readonly string[];
};

/** The lines of a table, those up to its marker, and those behind the table, without empty lines around it. */
function placeOf(text: string, name: string): Place | null {
  const all = text.split("\n");
  const at = all.indexOf(marker(name));
  if (at === -1) return null;
  const isPart = (line: string) => line === "" || line.startsWith("|");
  const length = all.slice(at + 1).findIndex((line) => !isPart(line));
  const end = length === -1 ? all.length : at + 1 + length;
  const lines = all.slice(at + 1, end).filter((line) => line !== "");
  return { before: all.slice(0, at + 1), lines, after: all.slice(end) };
}
