/**
 * The subset of Markdown that the text files use: `#` and `##` headings (`## Title {#id}`), paragraphs, lists with `-`,
 * `**bold**`, `[links](url)`, and a backslash that keeps the next character from being markup. Everything else is plain
 * text and can't become markup.
 */
export type InlineText =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "bold"; readonly text: string }
  | { readonly type: "link"; readonly text: string; readonly to: string };

export type Block =
  | { readonly type: "heading"; readonly id: string; readonly text: string }
  | { readonly type: "paragraph"; readonly content: readonly InlineText[] }
  | { readonly type: "list"; readonly items: readonly (readonly InlineText[])[] };

export type ParsedText = { readonly title: string; readonly blocks: readonly Block[] };

const HEADING = /^## (.+?)(?: \{#([\w-]+)\})?$/;
const INLINE = /\*\*(.+?)\*\*|(?<!\\)\[([^\]]+)\]\(([^)\s]+)\)/g;
/** Formatters write `\_` where an underscore could be markup. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
/** Other URLs, above all `javascript:`, stay plain text. */
const SAFE_URL = /^(?:\/(?!\/)|#|https:\/\/|mailto:)/;

export function parseText(source: string): ParsedText {
  const parts = source
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const first = parts[0] ?? "";
  const title = first.startsWith("# ") ? unescapeText(first.slice(2).trim()) : "";
  return { title, blocks: (title ? parts.slice(1) : parts).map(blockOf) };
}

/** The text without the section under this heading. */
export function withoutSection(blocks: readonly Block[], id: string): Block[] {
  const heading = blocks.findIndex((block) => block.type === "heading" && block.id === id);
  const end = blocks.findIndex((block, index) => index > heading && block.type === "heading");
  return blocks.filter((_, index) => heading < 0 || index < heading || (end >= 0 && index >= end));
}

function blockOf(part: string): Block {
  const [, text, id] = HEADING.exec(part) ?? [];
  if (text !== undefined)
    return { type: "heading", text: unescapeText(text), id: id ?? text.toLowerCase().replaceAll(/\W+/g, "-") };
  if (part.startsWith("- ")) return { type: "list", items: part.slice(2).split(/\n- /).map(inlineOf) };
  return { type: "paragraph", content: inlineOf(part) };
}

function inlineOf(part: string): readonly InlineText[] {
  const line = part.replaceAll(/\s+/g, " ");
  const found: InlineText[] = [];
  let end = 0;
  for (const { 0: whole, 1: bold, 2: text, 3: to, index } of line.matchAll(INLINE)) {
    if (index > end) found.push({ type: "text", text: unescapeText(line.slice(end, index)) });
    found.push(
      bold !== undefined
        ? { type: "bold", text: unescapeText(bold) }
        : text !== undefined && to !== undefined && SAFE_URL.test(to)
          ? { type: "link", text: unescapeText(text), to }
          : { type: "text", text: unescapeText(whole) },
    );
    end = index + whole.length;
  }
  if (end < line.length) found.push({ type: "text", text: unescapeText(line.slice(end)) });
  return found;
}

function unescapeText(text: string): string {
  return text.replaceAll(ESCAPED, "$1");
}
