/**
 * The text that a deployment can replace, in Markdown files, one per page. A deployment's own files are in the folder
 * `texts` beside `web`. They override the defaults of the same name in `web/texts`. `{site name}` in a file stands for
 * the site's name.
 */
import { SITE_NAME } from "../../site-name.ts";
import { parseText, type ParsedText } from "./parse-text.ts";

type TextFiles = Readonly<Record<string, () => Promise<string>>>;

const DEFAULT_TEXT_FILES: TextFiles = import.meta.glob<string>("../../texts/*.md", {
  query: "?raw",
  import: "default",
});
const OWN_TEXT_FILES: TextFiles = import.meta.glob<string>("../../../texts/*.md", { query: "?raw", import: "default" });

/** Escaped, so that no character of the name acts as markup. */
const ESCAPED_NAME = SITE_NAME.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

/** The text for a path such as `/terms`. */
export async function loadText(path: string): Promise<ParsedText> {
  const name = path.slice(1);
  const file = OWN_TEXT_FILES[`../../../texts/${name}.md`] ?? DEFAULT_TEXT_FILES[`../../texts/${name}.md`];
  if (!file) throw new Error(`there is no text file named ${name}`);
  return parseText((await file()).replaceAll("{site name}", () => ESCAPED_NAME));
}
