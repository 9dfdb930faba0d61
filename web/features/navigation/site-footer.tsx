import { paths } from "../../paths.ts";
import { SITE_NAME } from "../../site-name.ts";
import { showsSamples } from "../../ui/fixed-texts.ts";
import { Link } from "../../ui/link.tsx";
import { SampleNote } from "../../ui/sample-note.tsx";

type FooterLink = readonly [text: string, to: string];

/** Pages whose default text says that there's no text yet. Linked once the deployment has its own text. */
const OPERATOR_LINKS: readonly FooterLink[] = [
  ["Contact us", paths.contact],
  ["Legal notice", paths.imprint],
];
const OWN_TEXTS = Object.keys(import.meta.glob("../../../texts/{contact,imprint}.md")).join();

/** `files` lists the deployment's own text files. */
export function operatorLinks(files: string): readonly FooterLink[] {
  return OPERATOR_LINKS.filter(([, path]) => files.includes(`${path}.md`));
}

const GROUPS: readonly { title: string; links: readonly FooterLink[] }[] = [
  {
    title: "Marketplace",
    links: [
      ["Browse auctions", paths.auctions],
      ["Sell items", paths.createAuction],
      ["How it works", paths.howItWorks],
    ],
  },
  {
    title: "Support",
    links: [
      ["Help center", paths.help],
      ["Safety", `${paths.help}#safety`],
      ["Shipping", `${paths.help}#shipping`],
    ],
  },
  {
    title: "Company",
    links: [["About us", paths.about], ...operatorLinks(OWN_TEXTS)],
  },
];
const LEGAL_LINKS: readonly FooterLink[] = [
  ["Privacy", paths.privacy],
  ["Terms", paths.terms],
  ["Cookie", paths.cookies],
];

/** The year when the page was opened. */
const YEAR = new Date().getFullYear();

/** Below every page. */
export default function SiteFooter() {
  const hasSamples = showsSamples();
  return (
    <footer className="border-t border-line bg-canvas">
      <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6 sm:py-12 lg:py-16">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(6.75rem,1fr))] gap-x-4 gap-y-8 sm:grid-cols-3 sm:gap-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="col-span-full lg:col-span-1">
            <p className="font-display text-xl font-medium tracking-tight">{SITE_NAME}</p>
            <p className="mt-2 max-w-xs text-sm text-muted">An auction house without walls, live in every time zone.</p>
          </div>
          {GROUPS.map(({ title, links }) => (
            <div key={title}>
              <h2 className="text-sm font-semibold">{title}</h2>
              <ul className="mt-3 text-sm text-muted">{links.map(linkItem)}</ul>
            </div>
          ))}
        </div>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line pt-6 text-sm text-muted sm:mt-12">
          <p>
            {`© ${hasSamples ? 2025 : YEAR} ${SITE_NAME}. All rights reserved. `}
            {hasSamples && <SampleNote subject="year" />}
          </p>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">{LEGAL_LINKS.map(linkItem)}</ul>
        </div>
      </div>
    </footer>
  );
}

/** Tall enough for touch. */
function linkItem([text, to]: FooterLink) {
  return (
    <li key={text}>
      <Link to={to} className="inline-block rounded-sm py-1.5 transition-colors hover:text-ink hover:underline">
        {text}
      </Link>
    </li>
  );
}
