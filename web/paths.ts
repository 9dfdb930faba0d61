/** The paths of all pages. Links and redirects use only these. */
import { type SitePage, PAGES } from "../worker/contract/urls/pages.ts";

type PathTo<Path extends string> = Path extends `${string}/:${string}` ? (id: string) => string : Path;
type Paths<Pages extends Readonly<Record<string, SitePage>>> = {
  readonly [Name in keyof Pages]: PathTo<Pages[Name]["path"]>;
};

/** For a page about one thing, a function of its ID. */
function pathsOf<const Pages extends Readonly<Record<string, SitePage>>>(pages: Pages): Paths<Pages>;
function pathsOf(pages: Readonly<Record<string, SitePage>>): unknown {
  return Object.fromEntries(
    Object.entries(pages).map(([name, { path }]) => [
      name,
      path.includes(":") ? (id: string) => path.replace(/:\w+/, () => encodeURIComponent(id)) : path,
    ]),
  );
}

export const paths = pathsOf(PAGES);

/** The form of a new listing, filled in from a draft. */
export function draftPath(draftId: string): string {
  return `${paths.createAuction}?draft=${encodeURIComponent(draftId)}`;
}

/** The form of a new listing, filled in from one of the person's own auctions. */
export function copyListingPath(auctionId: string): string {
  return `${paths.createAuction}?like=${encodeURIComponent(auctionId)}`;
}

/** The saved address and the payment instructions, on the profile. */
export const dealSettingsPath = `${paths.myProfile}?tab=deals`;

/** The section about the other person on a deal's page. Takes the ID of the deal or of its auction. */
export function otherPersonPath(dealId: string): string {
  return `${paths.deal(dealId)}#${OTHER_PERSON_ID}`;
}
export const OTHER_PERSON_ID = "other-person";

/** The questions about an item, on its page. */
export function questionsPath(auctionId: string): string {
  return `${paths.auction(auctionId)}#questions`;
}

/** The auctions that match a search. */
export function searchPath(text: string): string {
  return `${paths.auctions}?search=${encodeURIComponent(text)}`;
}

/** The auctions in one category. */
export function categoryPath(categoryId: string): string {
  return `${paths.auctions}?category=${encodeURIComponent(categoryId)}`;
}

/** The live auctions that end within a day, soonest first. */
export const endingPath = `${paths.auctions}?endsWithin=day`;

/** Sold items, latest first. */
export const soldPath = `${paths.auctions}?status=Sold`;

/** Whether `pathname` is this path, with or without a trailing slash. The server accepts both. */
export function isAt(pathname: string, path: string): boolean {
  return pathname === path || pathname === `${path}/`;
}
