import { paths } from "../../../paths.ts";
import { Link } from "../../../ui/link.tsx";
import { useScrollToCurrent } from "../../../ui/scroll-to-current.ts";

export const DESK_VIEWS = ["people", "auctions", "categories", "acts", "deployment"] as const;
export type DeskView = (typeof DESK_VIEWS)[number];
/** The reports are on the page Moderation, which has the same row of links. */
type Entry = DeskView | "moderation";

const ENTRIES: readonly { readonly view: Entry; readonly text: string }[] = [
  { view: "moderation", text: "Reports" },
  { view: "people", text: "People" },
  { view: "auctions", text: "Open auctions" },
  { view: "categories", text: "Categories" },
  { view: "acts", text: "Actions" },
  { view: "deployment", text: "Deployment" },
];

/** The views of the desk. The address names the open one, so that Back and a refresh keep it. */
export function DeskViews({ current }: { current: Entry }) {
  const list = useScrollToCurrent();
  return (
    <nav aria-label="Admin pages" className="mt-6 border-b border-line">
      <ul ref={list} className="relative -mb-px flex [scrollbar-width:none] gap-1 overflow-x-auto max-lg:scroll-hint">
        {ENTRIES.map(({ view, text }) => (
          <li key={view} className="shrink-0">
            <Link
              to={view === "moderation" ? paths.moderation : deskPath(view)}
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

/** The address of a view with its filter. */
export function deskPath(view: DeskView, filter: Readonly<Record<string, string>> = {}): string {
  return `${paths.desk}?${new URLSearchParams({ view, ...filter })}`;
}
