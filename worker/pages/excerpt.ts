/** Link previews and search engines show about this many characters. */
const MAX_LENGTH = 200;

/** Text as one line, shortened between words and never inside a character. */
export function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(new Intl.Segmenter("en").segment(line), ({ segment }) => segment);
  if (characters.length <= MAX_LENGTH) return line;
  const cut = characters.slice(0, MAX_LENGTH - 1).join("");
  return `${cut.slice(0, cut.lastIndexOf(" ") > 0 ? cut.lastIndexOf(" ") : cut.length)}…`;
}
