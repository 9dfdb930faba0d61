/** Which texts only the operator can write are still missing, in one line for them. */
const OPERATORS_TEXTS = ["contact.md", "imprint.md"];

/** `files` are those in the folder `texts`; null when the operator has written them. */
export function textsLine(files: readonly string[]): string | null {
  const missing = OPERATORS_TEXTS.filter((name) => !files.includes(name));
  if (missing.length === 0) return null;
  return `No one can see who runs this site. Write ${missing.map((name) => `texts/${name}`).join(" and ")} to have a link to ${missing.length === 1 ? "it" : "them"} (docs/deploy.md).`;
}
