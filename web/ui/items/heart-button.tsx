import { classes } from "../classes.ts";
import { SpriteIcon } from "../sprite-icon.tsx";

type HeartButtonProps = {
  /** The item's title. */
  title: string;
  isWatching: boolean;
  onPress: () => void;
};

/** The button that adds an item to the watchlist or removes it. */
export function HeartButton({ title, isWatching, onPress }: HeartButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isWatching}
      aria-label={`Watch: ${title}`}
      title={isWatching ? "Stop watching" : "Watch"}
      onClick={onPress}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-surface text-muted shadow-raised transition-colors hover:text-ink aria-pressed:text-danger"
    >
      <SpriteIcon name="heart" className={classes("size-5", isWatching ? "fill-current" : "fill-none")} />
    </button>
  );
}
