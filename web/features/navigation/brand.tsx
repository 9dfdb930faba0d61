import { paths } from "../../paths.ts";
import { SITE_NAME } from "../../site-name.ts";
import { Link } from "../../ui/link.tsx";

export function Brand() {
  return (
    <Link
      to={paths.home}
      className="flex h-8 min-w-[28px] flex-wrap items-center gap-x-[10px] gap-y-8 overflow-hidden rounded-sm font-display text-xl font-medium tracking-tight"
    >
      <img src="/icon.svg" alt="" width={28} height={28} className="size-[28px] shrink-0" />
      {/* A long name is truncated. If there's no room for even a few letters, it wraps to a second line, which is
          hidden. */}
      <span className="max-w-max min-w-0 flex-[1_1_6rem] truncate leading-8">{SITE_NAME}</span>
    </Link>
  );
}
