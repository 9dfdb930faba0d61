import type { ReactNode } from "react";

import type { Auction } from "../../worker/contract/catalogue.ts";
import { CARD_PLACE } from "../../worker/contract/pictures.ts";
import { classes } from "./classes.ts";
import { Link } from "./link.tsx";
import { LotImage } from "./lot-image.tsx";

type ListingCardBodyProps = {
  auction: Pick<Auction, "title" | "description" | "category"> & Partial<Pick<Auction, "images">>;
  heading: "h2" | "h3";
  /** One line of title and two of description, or the other way round. */
  titleLines?: 1 | 2;
  /** The title is a link to this address, and the whole card with it: the card around it is `relative`. */
  to?: string;
  /** In the first row, whose images are fetched at once. */
  first?: boolean;
  /** In place of the auction's image, while it has none on the server. */
  picture?: ReactNode;
  /** Around the texts. */
  padding?: string;
  /** Over the image. */
  badge?: ReactNode;
  /** Below the description: the price and other parts of the list. */
  children: ReactNode;
};

/** The common part of all auction cards: image, category, title and description. The card around it is a `group`. */
export function ListingCardBody({
  auction,
  heading: Heading,
  titleLines = 1,
  padding = "p-5",
  to,
  first = false,
  picture,
  badge,
  children,
}: ListingCardBodyProps) {
  const { title, description, category } = auction;
  return (
    <>
      <div className="relative overflow-hidden">
        {picture ?? (
          <LotImage
            first={first}
            auction={auction}
            alt=""
            {...CARD_PLACE}
            className="aspect-4/3 w-full transition-transform duration-500 group-hover:scale-[1.02]"
          />
        )}
        {badge}
      </div>
      <div className={classes("flex grow flex-col", padding)}>
        <p className="mb-1.5 truncate text-xs font-medium tracking-wide text-muted uppercase">
          {category?.name ?? "Uncategorized"}
        </p>
        {/* Of the same height, however long they are. */}
        <div className={titleLines === 1 ? "h-18" : "h-20"}>
          <Heading
            className={classes("font-display text-lg font-medium", titleLines === 1 ? "line-clamp-1" : "line-clamp-2")}
          >
            {to === undefined ? (
              title
            ) : (
              <Link to={to} className="rounded-sm group-hover:underline after:absolute after:inset-0 after:rounded-lg">
                {title}
              </Link>
            )}
          </Heading>
          <p className={classes("mt-1 text-sm text-muted", titleLines === 1 ? "line-clamp-2" : "line-clamp-1")}>
            {description}
          </p>
        </div>
        {children}
      </div>
    </>
  );
}
