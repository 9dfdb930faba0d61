import { Link } from "react-router";

import { paths } from "../../paths.ts";

export function Brand() {
  return (
    <Link
      to={paths.home}
      className="flex min-w-0 items-center gap-[10px] rounded-sm font-display text-xl font-semibold tracking-tight"
    >
      <svg aria-hidden viewBox="0 0 32 32" className="size-[28px] shrink-0 text-accent">
        <rect width="32" height="32" rx="8" className="fill-current" />
        <path
          d="M10 8v16h12M16 14h6"
          className="fill-none stroke-on-accent"
          strokeWidth="3.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="truncate">Lotline</span>
    </Link>
  );
}
