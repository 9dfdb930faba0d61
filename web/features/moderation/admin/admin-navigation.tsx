import { paths } from "../../../paths.ts";
import { Link } from "../../../ui/link.tsx";
import { useScrollToCurrent } from "../../../ui/use-scroll-to-current.ts";

export const ADMIN_VIEWS = ["people", "auctions", "deals", "categories", "actions", "deployment"] as const;
export type AdminView = (typeof ADMIN_VIEWS)[number];
/** Reports are on the Moderation page, which has the same row of links. */
type ViewEntry = AdminView | "moderation";

const ENTRIES: readonly { readonly view: ViewEntry; readonly text: string }[] = [
  { view: "moderation", text: "Reports" },
  { view: "people", text: "People" },
  { view: "auctions", text: "Open auctions" },
  { view: "deals", text: "Deals" },
  { view: "categories", text: "Categories" },
  { view: "actions", text: "Actions" },
  { view: "deployment", text: "Deployment" },
];

/** The views of the admin pages. The open one is in the URL, so Back and a refresh keep it. */
export function AdminNavigation({ current }: { current: ViewEntry }) {
  const list = useScrollToCurrent();
  return (
    <nav aria-label="Admin pages" className="mt-6 border-b border-line">
      <ul ref={list} className="relative -mb-px flex [scrollbar-width:none] gap-1 overflow-x-auto max-lg:scroll-hint">
        {ENTRIES.map(({ view, text }) => (
          <li key={view} className="shrink-0">
            <Link
              to={view === "moderation" ? paths.moderation : adminPath(view)}
              aria-current={view === current ? "page" : undefined}
              className="flex h-11 items-center border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The path of a view with its filter. */
export function adminPath(view: AdminView, filter: Readonly<Record<string, string>> = {}): string {
  return `${paths.admin}?${new URLSearchParams({ view, ...filter })}`;
}
