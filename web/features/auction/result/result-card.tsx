import { useQuery } from "@tanstack/react-query";
import { Gavel } from "lucide-react";
import type { ReactNode } from "react";

import { secondChanceQuery } from "../../../api/deals.ts";
import { copyListingPath, paths } from "../../../paths.ts";
import { SITE_NAME } from "../../../site-name.ts";
import { Card } from "../../../ui/card.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { ItemImage } from "../../../ui/items/item-image.tsx";
import { priceText } from "../../../ui/items/price.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Link } from "../../../ui/link.tsx";
import type { AuctionScreen } from "../use-auction.ts";
import { consolation, type PersonalResultKind } from "./result.ts";
import { RESULT_ID } from "./show-result.ts";

type ResultCardProps = {
  screen: AuctionScreen;
  result: PersonalResultKind;
  /** Similar items, for people who bid and didn't win. */
  similar?: ReactNode;
};

const LINK_CLASS = "font-medium underline underline-offset-2";

export default function ResultCard({ screen, result, similar }: ResultCardProps) {
  const { _id, currentBid, currency, winner } = screen.view.auction;
  const price = priceText(currentBid, currency);
  const { firstName } = screen.view.auction.seller;
  const { data: chance } = useQuery({ ...secondChanceQuery(_id), enabled: result === "sellerReleased" });
  const canRelist = result === "sellerUnsold" || chance === null || chance?.state === "over";
  switch (result) {
    case "won":
      return (
        <Result screen={screen} title={`Yours for ${price}`} showsHammer showsImage>
          <Steps>
            <li>Choose delivery or pickup.</li>
            <li>
              Pay {firstName} directly. {SHIPPING}
            </li>
            <li>Once you have your item, mark it as received.</li>
          </Steps>
          <Links>
            <LinkButton to={paths.deal(_id)}>Go to the deal</LinkButton>
            <LinkButton to={paths.auctionsWon} variant="secondary">
              Go to My Winnings
            </LinkButton>
          </Links>
          <p className="mt-4 text-sm text-muted">
            You'll find it in My Winnings. Use “Verify this auction” below to check in your browser that you won.
          </p>
        </Result>
      );
    case "lost":
    case "released":
    case "unmet": {
      const { title, text } =
        result === "lost" ? consolation(screen) : result === "unmet" ? RESERVE_NOT_MET : cancelledSale(screen);
      return (
        <Result screen={screen} title={title} more={similar}>
          <p className="mt-2">{text}</p>
          <Links>
            <LinkButton to={paths.auctions} variant="secondary">
              Browse Auctions
            </LinkButton>
          </Links>
        </Result>
      );
    }
    case "sellerSold":
      return (
        <Result screen={screen} title={`You sold it for ${price}`} showsHammer showsImage>
          <Steps>
            {winner && <li>{fullName(winner)} won. They choose delivery or pickup, then pay you.</li>}
            <li>Then you send it or hand it over. {SHIPPING}</li>
          </Steps>
          <Links>
            <LinkButton to={paths.deal(_id)}>Go to the deal</LinkButton>
            <LinkButton to={copyListingPath(_id)} variant="secondary">
              Copy listing
            </LinkButton>
            <LinkButton to={paths.myAuctions} variant="quiet">
              My Auctions
            </LinkButton>
          </Links>
        </Result>
      );
    case "sellerReleased":
    case "sellerUnsold":
      return (
        <Result screen={screen} title={result === "sellerUnsold" ? "Not sold this time" : "The sale is off"} showsImage>
          <p className="mt-2">
            {result === "sellerReleased" && "Everyone can see that the sale is canceled. The buyer owes nothing. "}
            {canRelist && "You can list it again in My Auctions, as it is or at another price."}
          </p>
          <Links>
            {result === "sellerReleased" && <LinkButton to={paths.deal(_id)}>Go to the deal</LinkButton>}
            <LinkButton to={paths.myAuctions} variant="secondary">
              {canRelist && "List it again in "}My Auctions
            </LinkButton>
            <LinkButton to={copyListingPath(_id)} variant="quiet">
              Copy listing
            </LinkButton>
          </Links>
        </Result>
      );
  }
}

const RESERVE_NOT_MET = {
  title: "No one won",
  text: "The highest bid was below the seller's reserve, so you owe nothing. Thank you for bidding.",
};

function cancelledSale({ standing }: AuctionScreen) {
  return standing === "leading"
    ? {
        title: "Your purchase was canceled",
        text: "You no longer owe anything. See the deal for the reason.",
      }
    : {
        title: "The sale was canceled",
        text: "No one won. Thank you for bidding.",
      };
}

const SHIPPING = (
  <>
    {SITE_NAME} doesn't take payments or ship anything.{" "}
    <Link to={`${paths.help}#shipping`} className={LINK_CLASS}>
      How that works
    </Link>
  </>
);

type ResultProps = {
  screen: AuctionScreen;
  title: string;
  /** Shows a falling hammer. */
  showsHammer?: boolean;
  /** Shows the item's photo. */
  showsImage?: boolean;
  children: ReactNode;
  more?: ReactNode;
};

function Result({ screen, title, showsHammer = false, showsImage = false, children, more }: ResultProps) {
  const { auction } = screen.view;
  return (
    <section aria-labelledby={RESULT_ID} className="mb-8">
      <Card className="overflow-hidden sm:flex">
        {showsImage && (
          <ItemImage
            priority
            auction={auction}
            sizes="(min-width: 40rem) 20rem, 100vw"
            alt=""
            width={640}
            height={480}
            className="h-48 w-full sm:h-auto sm:w-80"
          />
        )}
        <div className="min-w-0 flex-1 p-5 sm:p-8">
          {showsHammer && <Gavel aria-hidden className="mb-3 size-8 origin-bottom-left animate-strike text-accent" />}
          <h2 id={RESULT_ID} tabIndex={-1} className="font-display text-3xl font-medium outline-none">
            {title}
          </h2>
          {children}
        </div>
      </Card>
      {more && <div className="mt-6">{more}</div>}
    </section>
  );
}

function Steps({ children }: { children: ReactNode }) {
  return <ol className="mt-4 max-w-[60ch] list-decimal space-y-2 pl-5">{children}</ol>;
}

function Links({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap gap-3">{children}</div>;
}
