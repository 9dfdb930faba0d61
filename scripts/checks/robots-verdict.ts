import { ROBOTS } from "../../worker/contract/urls/robots.ts";

/** Whether crawlers may read a path, by the first matching rule and by the longest one, because crawlers differ. */
export function crawlVerdicts(path: string): { readonly first: boolean; readonly longest: boolean } {
  const rules = Array.from(ROBOTS.matchAll(/^(Allow|Disallow): (\S+)$/gm), ([, kind, prefix = ""]) => ({
    allow: kind === "Allow",
    prefix,
  }));
  const matching = rules.filter(({ prefix }) => path.startsWith(prefix));
  const longest = matching.toSorted((a, b) => b.prefix.length - a.prefix.length);
  return { first: matching[0]?.allow ?? true, longest: longest[0]?.allow ?? true };
}
