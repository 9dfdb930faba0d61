import { paths } from "../../paths.ts";
import { Link } from "../../ui/link.tsx";

export function Brand() {
  return (
    <Link
      to={paths.home}
      className="flex h-8 min-w-[28px] flex-wrap items-center gap-x-[10px] gap-y-8 overflow-hidden rounded-sm font-display text-xl font-medium tracking-tight"
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
      {/* Without room it wraps to a second line, which is hidden: the logo alone is better than a cut name. */}
      <span className="leading-8">Lotline</span>
    </Link>
  );
}
