import { useCallback } from "react";

type FileImageProps = { file: File; alt: string; className?: string; onUnreadable?: () => void };

/** Shows a chosen file. Its object URL is created with the element and revoked with it. */
export function FileImage({ file, alt, className, onUnreadable }: FileImageProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt={alt} className={className} onError={onUnreadable} />;
}
