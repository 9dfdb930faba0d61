import type { ComponentProps, ReactNode } from "react";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { CARD_LAYOUT } from "../../../worker/contract/image-sizes.ts";
import { classes } from "../classes.ts";
import { Link } from "../link.tsx";
import { SpriteIcon } from "../sprite-icon.tsx";
import { ItemImage } from "./item-image.tsx";

type ListingCardProps = {
  auction: ComponentProps<typeof ItemImage>["auction"];
  /** The size of the card's image. */
  layout?: Pick<ComponentProps<typeof ItemImage>, "sizes" | "width" | "height">;
  /** In the first row, whose images load right away. */
  isInFirstRow?: boolean;
  /** Replaces the image while the server doesn't have it. */
  image?: ReactNode;
  /** On the image: how long the auction is open, or how it ended. */
  badge?: ReactNode;
  /** On the image, on the right. */
  secondBadge?: ReactNode;
  /** Padding around the text. */
  padding?: string;
  children: ReactNode;
};

/** A listing's card, on every page where people browse. A link in it can cover the whole card. */
export function ListingCard({
  auction,
  layout = CARD_LAYOUT,
  isInFirstRow = false,
  padding = "p-5",
  ...slots
}: ListingCardProps) {
  const { image, badge, secondBadge, children } = slots;
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-raised transition-shadow has-[a]:hover:shadow-lifted">
      <div className="relative overflow-hidden">
        {image ?? (
          <ItemImage
            priority={isInFirstRow}
            auction={auction}
            alt=""
            {...layout}
            className="aspect-4/3 w-full transition-transform duration-500 group-has-[a]:group-hover:scale-[1.02]"
          />
        )}
        {secondBadge && (
          <p className="absolute right-3 bottom-3 h-7 rounded-full bg-surface px-2.5 text-xs leading-7 font-medium text-muted shadow-raised">
            {secondBadge}
          </p>
        )}
        {badge && (
          <p className="absolute bottom-3 left-3 flex h-7 items-center gap-1.5 rounded-full bg-surface px-2.5 text-xs font-semibold shadow-raised">
            {badge}
          </p>
        )}
      </div>
      <div className={classes("flex grow flex-col", padding)}>{children}</div>
    </article>
  );
}

type CardTextsProps = {
  auction: Pick<ListedAuction, "title" | "description" | "category">;
  heading: "h2" | "h3";
  /** One line of title and two of description, or vice versa. */
  titleLines?: 1 | 2;
  /** Turns the title, and with it the whole card, into a link to this URL. */
  to?: string;
};

/** Category, title and description. Always the same height. */
export function CardTexts({ auction, heading: Heading, titleLines = 1, to }: CardTextsProps) {
  const { title, description, category } = auction;
  return (
    <>
      <p className="mb-1.5 truncate text-xs font-medium tracking-wide text-muted uppercase">
        {category?.name ?? "Uncategorized"}
      </p>
      <div className={titleLines === 1 ? "h-18" : "h-20"}>
        <Heading
          className={classes("font-display text-lg font-medium", titleLines === 1 ? "line-clamp-1" : "line-clamp-2")}
        >
          {to === undefined ? title : <CardLink to={to}>{title}</CardLink>}
        </Heading>
        <p className={classes("mt-1 text-sm text-muted", titleLines === 1 ? "line-clamp-2" : "line-clamp-1")}>
          {description}
        </p>
      </div>
    </>
  );
}

/** A link that covers the whole card. */
export function CardLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="rounded-sm group-hover:underline after:absolute after:inset-0 after:rounded-lg">
      {children}
    </Link>
  );
}

/** The time left, as a card's badge. */
export function TimeLeft({ children }: { children: ReactNode }) {
  return (
    <>
      <SpriteIcon name="clock" className="size-3.5 text-muted" />
      <span className="sr-only">Time left: </span>
      {children}
    </>
  );
}
