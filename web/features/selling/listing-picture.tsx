import type { Settings } from "../../../worker/contract/auction.ts";
import { PictureField } from "../../ui/picture-field.tsx";

type ListingPictureProps = {
  file: File | null;
  currentUrl?: string | null;
  settings: Settings;
  error: string | undefined;
  onChange: (file: File | null) => void;
};

export function ListingPicture({ file, currentUrl = null, settings, error, onChange }: ListingPictureProps) {
  return (
    <PictureField
      label="Product Image"
      hint="Max 10MB"
      file={file}
      currentUrl={currentUrl}
      maxBytes={settings.maxImageBytes}
      error={error}
      onChange={onChange}
    />
  );
}
