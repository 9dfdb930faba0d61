import { useCallback, useState } from "react";

import { isUpright } from "../../worker/contract/pictures.ts";
import { classes } from "./classes.ts";

type FileImageProps = { file: File; alt: string; className?: string; onUnreadable?: () => void };

/** Shows a chosen file as `SizedImage` shows it once it is sent. Its object URL is created with the element and revoked with it. */
export function FileImage({ file, alt, className, onUnreadable }: FileImageProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  const [upright, setUpright] = useState(false);
  return (
    <img
      ref={show}
      alt={alt}
      className={classes("bg-sunken", upright ? "object-contain" : "object-cover", className)}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        setUpright(isUpright({ width, height }))
      }
      onError={onUnreadable}
    />
  );
}
