import { useCallback, useState } from "react";

import { isPortrait } from "../../../worker/contract/image-sizes.ts";
import { classes } from "../classes.ts";

type FileImageProps = { file: File; alt: string; className?: string; onUnreadable?: () => void };

/**
 * Shows a chosen file the way `SizedImage` shows it once it's uploaded. Its object URL is created and revoked with the
 * element.
 */
export function FileImage({ file, alt, className, onUnreadable }: FileImageProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  const [portrait, setPortrait] = useState(false);
  return (
    <img
      ref={show}
      alt={alt}
      className={classes("bg-sunken", portrait ? "object-contain" : "object-cover", className)}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        setPortrait(isPortrait({ width, height }))
      }
      onError={onUnreadable}
    />
  );
}
