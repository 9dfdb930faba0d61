/**
 * The parameters of a header such as `form-data; name="image"; filename="a;b.png"`, by their lowercase names. Null if
 * they can't be read, or a name appears twice. A quoted value can hold escaped quotes (RFC 7578). Browsers write a
 * backslash unescaped, even as the last character. So if no quote ends the value, backslashes escape nothing.
 */
export function parametersOf(header: string): Map<string, string> | null {
  return parseParameters(header, ESCAPING) ?? parseParameters(header, PLAIN);
}

const ESCAPING = /;[ \t]*(?:([^\s;="]+)[ \t]*=[ \t]*(?:"((?:\\.|[^"\\])*)"[ \t]*|([^;"]*)))?/y;
const PLAIN = /;[ \t]*(?:([^\s;="]+)[ \t]*=[ \t]*(?:"([^"]*)"[ \t]*|([^;"]*)))?/y;

function parseParameters(header: string, parameter: RegExp): Map<string, string> | null {
  const found = new Map<string, string>();
  const first = header.indexOf(";");
  let at = first === -1 ? header.length : first;
  while (at < header.length) {
    parameter.lastIndex = at;
    const [whole, name, quoted, token = ""] = parameter.exec(header) ?? [];
    if (whole === undefined) return null;
    at += whole.length;
    // A semicolon with nothing after it.
    if (name === undefined) continue;
    const key = name.toLowerCase();
    if (found.has(key)) return null;
    found.set(key, quoted === undefined ? token.trim() : quoted.replace(/\\(["\\])/g, "$1"));
  }
  return found;
}
