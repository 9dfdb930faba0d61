import { useState } from "react";

import type { Image } from "../../worker/contract/catalogue.ts";
import { isPortrait, sizedUrl, srcsetOf } from "../../worker/contract/image-sizes.ts";
import { classes } from "./classes.ts";

const DEFAULT_URL = "/default-auction.svg";

type SizedImageProps = {
  image: Image | null | undefined;
  alt: string;
  /** The size to reserve before the image arrives. */
  width: number;
  height: number;
  /** The `sizes` attribute: the width on screen, so that the browser fetches no more than it shows. */
  sizes: string;
  /** An image at the top of the page, fetched right away and before the others. */
  priority?: boolean;
  /** Never cropped. The mean color fills the rest of the space. Portrait images are always whole. */
  uncropped?: boolean;
  /** Shown if there's no image. Defaults to the default image. */
  fallbackUrl?: string | undefined;
  className?: string;
};

/**
 * An item's image at a fixed size, shown as its mean color until it has loaded. Shows the default image if there is
 * none or it can't be read.
 */
export function SizedImage(props: SizedImageProps) {
  const {
    image,
    alt,
    width,
    height,
    sizes,
    priority = false,
    uncropped = false,
    fallbackUrl = DEFAULT_URL,
    className,
  } = props;
  const [failedUrl, setFailedUrl] = useState<string>();
  const shown = image && image.url !== failedUrl ? image : null;
  return (
    <img
      alt={alt}
      width={width}
      height={height}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : "auto"}
      decoding="async"
      // `sizes` comes first, because a browser may start fetching as soon as it has a URL.
      {...(shown ? { sizes, srcSet: srcsetOf(shown), src: sizedUrl(shown.url, width) } : { src: fallbackUrl })}
      onError={() => setFailedUrl(image?.url)}
      className={classes(
        "bg-sunken",
        shown && (uncropped || isPortrait(shown)) ? "object-contain" : "object-cover",
        className,
      )}
      style={shown?.tint === undefined ? undefined : { backgroundColor: shown.tint }}
    />
  );
}
