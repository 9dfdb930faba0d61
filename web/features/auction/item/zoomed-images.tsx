import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/counter.css";
import { useState } from "react";
import { Lightbox, type SlideImage } from "yet-another-react-lightbox";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Zoom from "yet-another-react-lightbox/plugins/zoom";

import type { Image } from "../../../../worker/contract/catalogue.ts";
import { IMAGE_WIDTHS, sizedUrl } from "../../../../worker/contract/image-sizes.ts";

/** How far to zoom beyond a photo's own pixels, so that small photos can be enlarged too. */
const MAX_PIXEL_RATIO = 2;

type ZoomedImagesProps = {
  pictures: readonly Image[];
  title: string;
  /** The photo to open with. */
  index: number;
  /** Called when another photo is shown. */
  onView: (photoIndex: number) => void;
  onClose: () => void;
};

/**
 * The photos of an item, full screen. Pinch, double-tap, Ctrl + wheel, buttons, or + and - to zoom. Drag or use the
 * arrow keys to move. Press Escape or pull down to close.
 */
export default function ZoomedImages({ pictures, title, index, onView, onClose }: ZoomedImagesProps) {
  // Created once, because a new array would start over with the first photo.
  const [slides] = useState(() =>
    pictures.map((image, slideIndex) => slideOf(image, slideIndex === 0 ? title : `${title}, photo ${slideIndex + 1}`)),
  );
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[Zoom, Counter]}
      on={{ view: (slide) => onView(slide.index) }}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      zoom={{ maxZoomPixelRatio: MAX_PIXEL_RATIO }}
      labels={{ Lightbox: `Photos of ${title}`, Previous: "Previous photo", Next: "Next photo" }}
      {...(pictures.length < 2 && {
        counter: { style: { display: "none" } },
        render: { buttonPrev: () => null, buttonNext: () => null },
      })}
    />
  );
}

/** In all served sizes, and the original for a closer look. If the size isn't known, only the original. */
function slideOf({ url, width, height }: Image, alt: string): SlideImage {
  if (width === undefined || height === undefined) return { src: url, alt };
  const heightAt = (targetWidth: number) => Math.round((height * targetWidth) / width);
  const smaller = IMAGE_WIDTHS.filter((candidate) => candidate < width).map((smallerWidth) => ({
    src: sizedUrl(url, smallerWidth),
    width: smallerWidth,
    height: heightAt(smallerWidth),
  }));
  return { src: url, alt, width, height, srcSet: [...smaller, { src: url, width, height }] };
}
