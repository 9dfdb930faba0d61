import { ChevronLeft, ChevronRight, Maximize2 } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";

import { COVER_LAYOUT } from "../../../../worker/contract/image-sizes.ts";
import type { AuctionView } from "../../../api/auction-view.ts";
import { classes } from "../../../ui/classes.ts";
import { ErrorBoundary } from "../../../ui/error-boundary.tsx";
import { ItemImage } from "../../../ui/items/item-image.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { SizedImage } from "../../../ui/sized-image.tsx";
import { useHistoryLayer } from "../../../ui/use-history-layer.ts";

/** Loaded when someone first opens a photo full screen. */
const ZoomedImages = lazyComponent(() => import("./zoomed-images.tsx"));

/**
 * The images in a strip that scrolls by touch, wheel, arrow keys and buttons, with thumbnails below it if there's room.
 * A single image has no strip. Each image opens full screen.
 */
export function Gallery({ auction }: Pick<AuctionView, "auction">) {
  const { title, pictures } = auction;
  const strip = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(0);
  /** The photo that is open full screen, if any. */
  const [zoomedIndex, setZoomedIndex] = useState<number | null>(null);
  /** Whether the code for the full-screen view couldn't be loaded. */
  const [hasLoadFailed, setLoadFailed] = useState(false);
  useHistoryLayer("pictures", zoomedIndex !== null, () => setZoomedIndex(null));
  const className = "aspect-[4/3] w-full rounded-lg";
  const mainImageProps = { ...COVER_LAYOUT, uncropped: true, className };
  if (pictures.length === 0) return <ItemImage auction={auction} alt={title} priority {...mainImageProps} />;

  const lastIndex = pictures.length - 1;
  // The stylesheet makes this smooth, unless the person prefers reduced motion.
  const show = (target: number) => {
    const { current } = strip;
    current?.scrollTo({ left: Math.min(Math.max(target, 0), lastIndex) * current.clientWidth });
  };
  const open = (photoIndex: number) => {
    setLoadFailed(false);
    setZoomedIndex(photoIndex);
  };
  const handleLoadFailure = () => {
    setLoadFailed(true);
    setZoomedIndex(null);
  };
  const zoom = zoomedIndex !== null && (
    <ErrorBoundary fallback={null} onError={handleLoadFailure}>
      <Suspense>
        <ZoomedImages
          pictures={pictures}
          title={title}
          index={zoomedIndex}
          onView={show}
          onClose={() => setZoomedIndex(null)}
        />
      </Suspense>
    </ErrorBoundary>
  );
  const problem = hasLoadFailed && (
    <p role="alert" className="mt-2 text-sm text-danger">
      We couldn't open the large view. Check your connection and try again.
    </p>
  );
  if (lastIndex === 0) {
    return (
      <div className="relative">
        <SizedImage image={pictures[0]} alt={title} priority {...mainImageProps} />
        <ImageTapArea onClick={() => open(0)} />
        <ZoomButton onClick={() => open(0)} />
        {problem}
        {zoom}
      </div>
    );
  }
  return (
    <section aria-label="Photos">
      <div className="relative">
        <ul
          ref={strip}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
          tabIndex={0}
          aria-label={`${pictures.length} photos`}
          className="flex snap-x snap-mandatory [scrollbar-width:none] overflow-x-auto overscroll-x-contain scroll-smooth rounded-lg"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setIndex(Math.round(scrollLeft / clientWidth))}
        >
          {pictures.map((image, photoIndex) => (
            <li key={image.url} className="relative w-full shrink-0 snap-start snap-always">
              <SizedImage
                image={image}
                alt={photoIndex === 0 ? title : `${title}, photo ${photoIndex + 1}`}
                priority={photoIndex === 0}
                {...mainImageProps}
              />
              <ImageTapArea onClick={() => open(photoIndex)} />
            </li>
          ))}
        </ul>
        <ZoomButton onClick={() => open(index)} />
        <StepButton label="Previous photo" side="left-3" disabled={index === 0} onClick={() => show(index - 1)}>
          <ChevronLeft aria-hidden className="size-[20px]" />
        </StepButton>
        <StepButton label="Next photo" side="right-3" disabled={index === lastIndex} onClick={() => show(index + 1)}>
          <ChevronRight aria-hidden className="size-[20px]" />
        </StepButton>
        <p className="pointer-events-none absolute bottom-3 left-3 rounded-full bg-surface px-2.5 py-1 text-[min(0.75rem,20px)] font-semibold tabular-nums shadow-raised">
          <span className="sr-only">Photo </span>
          {index + 1} / {pictures.length}
        </p>
      </div>
      <ul className="mt-3 hidden gap-2 lg:flex">
        {pictures.map((image, photoIndex) => (
          <li key={image.url}>
            <button
              type="button"
              aria-label={`Show photo ${photoIndex + 1}`}
              aria-current={photoIndex === index}
              onClick={() => show(photoIndex)}
              className={classes(
                "block overflow-hidden rounded-md border-2 transition-colors",
                photoIndex === index ? "border-accent" : "border-transparent hover:border-line-strong",
              )}
            >
              <SizedImage image={image} alt="" width={96} height={64} sizes="6rem" className="h-16 w-24" />
            </button>
          </li>
        ))}
      </ul>
      {problem}
      {zoom}
    </section>
  );
}

/**
 * Tapping anywhere on the photo opens it, for mouse and touch only. Keyboard and screen-reader users have the
 * full-screen button. The photo can't take focus, because restoring focus would scroll the strip back to this photo.
 */
function ImageTapArea({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className="absolute inset-0 cursor-zoom-in"
    />
  );
}

function ZoomButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="View full screen"
      title="View full screen"
      onClick={onClick}
      className="absolute top-3 right-3 flex size-[40px] items-center justify-center rounded-full bg-surface shadow-raised transition-colors hover:bg-sunken"
    >
      <Maximize2 aria-hidden className="size-[18px]" />
    </button>
  );
}

type StepButtonProps = { label: string; side: string; disabled: boolean; onClick: () => void; children: ReactNode };

/**
 * At either end, the button does nothing but isn't `disabled`, so that focus doesn't jump to the top of the page.
 */
function StepButton({ label, side, disabled, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={onClick}
      className={classes(
        "absolute top-1/2 flex size-[40px] -translate-y-1/2 items-center justify-center rounded-full bg-surface shadow-raised transition-opacity",
        side,
        disabled ? "opacity-40" : "hover:bg-sunken",
      )}
    >
      {children}
    </button>
  );
}
