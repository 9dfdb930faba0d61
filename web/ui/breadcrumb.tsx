import { ChevronRight } from "lucide-react";

import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

type BreadcrumbProps = {
  links: readonly { to: string; label: string }[];
  /** The page's own name. */
  current: string;
};

/** Where the page is: the lists that lead to it, and its own name if there's room. */
export function Breadcrumb({ links, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex min-w-0 items-center text-sm text-muted">
        {links.map(({ to, label }, index) => (
          <li key={to} className="flex shrink-0 items-center">
            <Link to={to} className="rounded-sm py-1 hover:text-ink hover:underline">
              {label}
            </Link>
            <ChevronRight
              aria-hidden
              className={classes("mx-1 size-3.5", index === links.length - 1 && "max-sm:hidden")}
            />
          </li>
        ))}
        <li aria-current="page" className="truncate max-sm:sr-only">
          {current}
        </li>
      </ol>
    </nav>
  );
}
