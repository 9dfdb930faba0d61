import type { ComponentProps } from "react";

import type { Image } from "../../../worker/contract/catalogue.ts";
import { SizedImage } from "../sized-image.tsx";
import { drawingOf } from "./category-drawing.ts";

type ItemImageProps = Omit<ComponentProps<typeof SizedImage>, "image" | "fallbackUrl"> & {
  auction: { readonly category?: { readonly _id: string } | null; readonly images?: Image | null };
};

/** An item's cover, or its category's drawing if it has none. */
export function ItemImage({ auction: { images, category }, ...rest }: ItemImageProps) {
  return <SizedImage {...rest} image={images} fallbackUrl={drawingOf(category?._id)} />;
}
