// @ts-nocheck
import { useState } from "react";

import { classes } from "./classes.ts";

const DEFAULT_URL = "/default-auction.svg";

type PictureProps = {
  url: string | null | undefined;
  alt: string;
  /** The shape that is kept free before the picture arrives. */
  width: number;
  height: number;
  /** The picture that people see first: fetched at once and before the others. */
  first?: boolean;
  className?: string;
};

/** An item's picture in a fixed shape; the default picture when there is none or it cannot be read. */
export function Picture({ url, alt, width, height, first = false, className }: PictureProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const missing = !url || url === failedUrl;
  return (
    <img
      src={missing ? DEFAULT_URL : url}
      alt={alt}
      width={width}
      height={height}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : "auto"}
      decoding="async"
      onError={() => setFailedUrl(url ?? undefined)}
      className={classes("bg-sunken object-cover", className)}
    />
  );
}
