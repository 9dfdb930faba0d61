/**
 * An email address in the one form that we store and look up accounts under, no matter how it was typed: lowercase,
 * with its domain as in the DNS (`пример.рф` is `xn--e1afmkfd.xn--p1ai`), without anything pasted around it. Pure.
 */
import { MAX_EMAIL_LENGTH } from "./lengths.ts";
import { cleanLine } from "./text/clean-text.ts";

/** Declared here, because the contract is compiled without platform types. Browsers, workerd and Node have it. */
declare const URL: { new (url: string): { readonly hostname: string }; canParse(url: string): boolean };

/** Longer than any address with a name, even as a link. The checks below would be slow with longer text. */
const MAX_TYPED_LENGTH = 2_000;
/** Octets before the `@` (RFC 5321, 4.5.3.1.1). */
const MAX_LOCAL_BYTES = 64;

/** Invisible characters, including the joiners that other text keeps. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** As copied from a link, or from an email: `mailto:ann@example.com?subject=Clock`, `Ann <ann@example.com>,`. */
const LINK = /^mailto:([^?]*).*$/i;
const BRACKETS = /^[^<>]*<([^<>]*)>$/;
const LIST_END = /[\s,;]+$/;
/** The characters that phones and word processors use for the apostrophe in o'brien@example.com. */
const APOSTROPHES = /[‘’ʼ′]/g;

/**
 * An RFC 5322 dot-atom, with letters from all scripts as in RFC 6531. We refuse two dots in a row and signs that need
 * quotes, because few systems would deliver to them.
 */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const QUOTED = /^"(.*)"$/;
/** Checked before the domain is parsed as a URL's, which could also have a port or a path. */
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{N}.。-]+$/u;
/** Labels of up to 63 characters. The last one is not a number. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/;

/** Null if the text isn't an email address. Parsing the result again changes nothing. */
export function parseEmailAddress(typed: string): string | null {
  if (typed.length > MAX_TYPED_LENGTH) return null;
  const text = cleanLine(typed).replace(INVISIBLE, "").normalize("NFKC").trim().replace(LIST_END, "");
  const bare = (BRACKETS.exec(text)?.[1] ?? text).trim().replace(LINK, "$1");
  const at = bare.lastIndexOf("@");
  const local = bare
    .slice(0, Math.max(at, 0))
    .replace(QUOTED, "$1")
    .replace(APOSTROPHES, "'")
    .toLowerCase()
    .normalize("NFKC");
  const domain = domainOf(bare.slice(at + 1));
  if (!LOCAL.test(local) || domain === null) return null;
  const address = `${local}@${domain}`;
  return bytesOf(local) <= MAX_LOCAL_BYTES && bytesOf(address) <= MAX_EMAIL_LENGTH ? address : null;
}

function domainOf(typed: string): string | null {
  // A dot at the end is the root of all domains.
  const bare = typed.replace(/[.。]$/, "");
  if (!TYPED_DOMAIN.test(bare)) return null;
  const url = `http://${bare}`;
  if (!URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  return DOMAIN.test(hostname) ? hostname : null;
}

function bytesOf(text: string): number {
  return encodeURIComponent(text).replaceAll(/%../g, "-").length;
}
