/**
 * Groups code that several pages share into files. Without these groups, every set of pages that shares a module gets a
 * file for it. An auction's page was 55 files, most of them under a kilobyte, which compress badly. A group contains
 * only what most of its pages need. A module that only one page uses isn't listed, because it's in that page's own
 * file. `scripts/checks/first-page.test.ts` fails if there are too many files.
 */

/** Item cards and tiles, and the sample mark. The only shared code that the landing page needs. */
const TILES = [
  /\/web\/ui\/(?:items\/)?(?:item-tile|listing-card|fixed-texts|sample-note|date-time|full-name|skeleton|heart-button|use-login-redirect)\.tsx?$/,
  /\/worker\/contract\/text\/full-name\.ts$/,
  /\/web\/api\/watch-after-login\.ts$/,
];

/** Parts of nearly every page. Form fields and overlays have their own files. */
const PARTS = [
  /\/web\/ui\/(?!(?:\w+\/)?(?:labeled-value|loading-list|page-heading|postal-address|rated-text|star-icon|stars|start-of|seller-link|watchlists-text|hidden-note|reply-text|deal-|choice-row|(?:\w+-)?dialog|popover|select|tabs|toast-stack|sized-image|fixed-texts|sample-note|(?:\w+-)*field\.|counters|file-image|prepare-file|typed-amount|currency-signs|progress|relist|save-file|megabytes))/,
  /\/node_modules\/lucide-react\/(?!dist\/esm\/icons\/(?:arrow-left|arrow-right|ban|circle-check-big|circle-x|compass|copy|corner-down-right|download|eye|eye-off|file-stack|globe|handshake|hourglass|image-plus|key-round|layers|message-circle-question-mark|monitor-smartphone|plus|radio|rotate-ccw|star|tag|trending-down|user-round|zap)\.)/,
  /\/(?:useInfiniteQuery|infiniteQueryObserver|infiniteQueryBehavior)\.js$/,
];

/** Icons that aren't in the parts file. Icons for questions are in the questions' file. */
const ICONS = [/\/node_modules\/lucide-react\/dist\/esm\/icons\/(?!corner-down-right|message-circle-question-mark)/];

/** The API calls that most pages make, the checks of the responses, and the rules behind what pages show. No zod. */
const CALLS = [
  /\/worker\/rules\/(?!bidding|deal|editing|fact-schemas|listing|ratings|refusal|typo|withdrawing)/,
  /\/worker\/contract\/(?:default-filter|people|text\/duration-in-words)\.ts$/,
  /\/web\/api\/(?:account|response-schemas|attempts|auction|auction-view|bids|blocks|categories|joined|listings|own-bids|parse-or-null|privacy|receipts|sellers|settings|watchlist)\.ts$/,
  /\/web\/browser\/random-uuid\.ts$/,
  /\/web\/features\/watching\//,
  /\/web\/shared\/use-verification-refusal\.ts$/,
  /\/web\/ui\/items\/(?:start-of|seller-link|watchlists-text)\.tsx?$/,
];

/** zod and the contract's schemas, the rules and refusals that forms check before they're sent, and form fields. */
const CONTRACT = [
  /\/node_modules\/zod\//,
  /\/worker\/rules\/(?:listing|refusal|typo)/,
  /\/web\/api\/(?:email-verification|security)\.ts$/,
  /\/worker\/contract\/(?:account|auction|bid|blocks|category|describe-refusal|email-address|errors|failure|fields|list-cursor|passkeys|privacy|relist-plan|security|seller|joined-auction|names|text\/(?:clean-text|digits|normalize-password))\.ts$/,
  /\/web\/ui\/fields\/(?:field|text-field|text-area-field|password-field|radio-field|amount-field|typed-amount|currency-signs)\.tsx?$/,
];

/** Forms: the library, and the code that connects it to the contract. */
const FORMS = [
  /\/node_modules\/(?:react-hook-form|@hookform|@standard-schema)\//,
  /\/web\/shared\/use-(?:contract|dialog)-form\.ts$/,
];

/** Overlays: anything that opens over a page. */
const OVERLAYS = [
  /\/node_modules\/@(?:base-ui|floating-ui)\//,
  /\/web\/ui\/(?:(?:\w+-)?dialog(?:-form-footer)?|popover|fields\/select|tabs)\.tsx$/,
];

const REACT = [/\/node_modules\/(?:react|react-dom|react-router|scheduler)\//, /rolldown.runtime/];

const isIn = (group: readonly RegExp[]) => (id: string) => group.some((pattern) => pattern.test(id));

/** A module goes to the first group that matches, along with everything it imports. */
export const SHARED_FILES = [
  // Every page needs these two. React stays in the browser's cache when only our own code changes.
  { name: "base", test: isIn(REACT), priority: 8 },
  { name: "site", tags: ["$initial" as const], priority: 7 },
  { name: "tiles", test: isIn(TILES), minShareCount: 2, priority: 6 },
  { name: "parts", test: isIn(PARTS), minShareCount: 2, priority: 5 },
  { name: "calls", test: isIn(CALLS), minShareCount: 2, priority: 4 },
  { name: "contract", test: isIn(CONTRACT), minShareCount: 2, priority: 3 },
  { name: "forms", test: isIn(FORMS), minShareCount: 2, priority: 2 },
  { name: "icons", test: isIn(ICONS), minShareCount: 2, priority: 1 },
  { name: "overlays", test: isIn(OVERLAYS), minShareCount: 2, priority: 1 },
];
