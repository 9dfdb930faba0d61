import { useState } from "react";

import { sizedUrl } from "../../worker/contract/image-sizes.ts";
import { classes } from "./classes.ts";

const SIZES = {
  sm: { box: "size-8 text-xs", px: 32 },
  md: { box: "size-10 text-sm", px: 40 },
  lg: { box: "size-20 text-2xl", px: 80 },
} as const;

type AvatarProps = {
  name: string;
  url?: string | null | undefined;
  size?: keyof typeof SIZES;
  className?: string;
};

/** A person's image, or their initials if they have none. Hidden from screen readers, because the name is beside it. */
export function Avatar({ name, url, size = "md", className }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const { box, px } = SIZES[size];
  const sharedClass = classes("shrink-0 rounded-full", box, className);
  if (url && url !== failedUrl) {
    return (
      <img
        src={sizedUrl(url, px)}
        srcSet={`${sizedUrl(url, px)} 1x, ${sizedUrl(url, px * 2)} 2x`}
        alt=""
        width={px}
        height={px}
        decoding="async"
        onError={() => setFailedUrl(url)}
        className={classes(sharedClass, "bg-sunken object-cover")}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={classes(
        sharedClass,
        "inline-flex items-center justify-center bg-accent-soft font-semibold text-accent",
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? "")[0]?.toUpperCase() ?? "").join("");
}
