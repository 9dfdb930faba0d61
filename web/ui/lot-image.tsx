import type { ComponentProps } from "react";

import type { Image } from "../../worker/contract/catalogue.ts";
import { drawingOf } from "./category-drawing.ts";
import { SizedImage } from "./sized-image.tsx";

type LotImageProps = Omit<ComponentProps<typeof SizedImage>, "image" | "fallbackUrl"> & {
  auction: { readonly category?: { readonly _id: string } | null; readonly images?: Image | null };
};

/** The cover of an item. Without one, the drawing of its category. */
export function LotImage({ auction: { images, category }, ...rest }: LotImageProps) {
  return <SizedImage {...rest} image={images} fallbackUrl={drawingOf(category?._id)} />;
}
