// @ts-nocheck
import { PictureField } from "../../ui/picture-field.tsx";

type ListingPictureProps = {
  file: File | null;
  /** The picture that stands already. */
  currentUrl?: string | null;
  maxImageBytes: number;
  error: string | undefined;
  onChange: (file: File | null) => void;
};

const BYTES_PER_MB = 1024 * 1024;

export function ListingPicture({ file, currentUrl = null, maxImageBytes, error, onChange }: ListingPictureProps) {
  return (
    <PictureField
      label="Product Image"
      hint={`Max ${Math.floor(maxImageBytes / BYTES_PER_MB)}MB. Images only: JPEG, PNG or WebP.`}
      file={file}
      currentUrl={currentUrl}
      maxBytes={maxImageBytes}
      error={error}
      onChange={onChange}
    />
  );
}
