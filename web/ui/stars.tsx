import { MAX_STARS } from "../../worker/rules/ratings.ts";
import { StarIcon } from "./star-icon.tsx";

/** A rating as stars out of five. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className="inline-flex items-center">
      <span className="sr-only">
        {stars} of {MAX_STARS} stars
      </span>
      {Array.from({ length: MAX_STARS }, (_, index) => (
        <StarIcon key={index} isFull={index < stars} className="size-4" />
      ))}
    </span>
  );
}
