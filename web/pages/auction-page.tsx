import { useRef, useState } from "react";
import { useParams } from "react-router";

import type { AuctionDetails } from "../../worker/contract/auction.ts";
import type { PublicBid } from "../../worker/contract/bid.ts";
import type { Question } from "../../worker/contract/question.ts";
import { serverNow } from "../api/server-clock.ts";
import { useSessionUser } from "../api/session.ts";
import { Announcer } from "../features/auction/announcer.tsx";
import { AuctionLayout, AuctionSkeleton } from "../features/auction/auction-layout.tsx";
import { AuctionProblem } from "../features/auction/auction-problem.tsx";
import { BidPanel } from "../features/auction/bid-panel.tsx";
import { BidList } from "../features/auction/bids/bid-list.tsx";
import { LazyBidDialogs } from "../features/auction/bids/lazy-bid-dialogs.tsx";
import { useBidDialogs } from "../features/auction/bids/use-bid-dialogs.ts";
import { Gallery } from "../features/auction/item/gallery.tsx";
import { ItemHeading } from "../features/auction/item/item-heading.tsx";
import { ItemDescription, ItemInformation } from "../features/auction/item/item-information.tsx";
import { ReportListing } from "../features/auction/item/report-listing.tsx";
import { ShareButton } from "../features/auction/item/share-button.tsx";
import { PersonalResult } from "../features/auction/result/personal-result.tsx";
import { personalResult } from "../features/auction/result/result.ts";
import { StickyBidBar } from "../features/auction/sticky-bid-bar.tsx";
import { tabTitle } from "../features/auction/tab-title.ts";
import { type AuctionScreen, useAuction } from "../features/auction/use-auction.ts";
import { RecentlyViewed } from "../features/browse/recently-viewed.tsx";
import { SimilarItems } from "../features/browse/similar-items.tsx";
import { LazyQuestions } from "../features/questions/lazy-questions.tsx";
import WatchButton from "../features/watching/watch-button.tsx";
import { WatchCount } from "../features/watching/watch-count.tsx";
import { categoryPath, paths } from "../paths.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { useFirstScreen } from "../ui/first-screen.tsx";
import { DetailsList } from "../ui/items/details-list.tsx";
import { optionalComponent } from "../ui/lazy-component.tsx";
import { useLastError } from "../ui/problem.ts";
import { useTickedValue } from "../ui/ticker.ts";
import { usePageTitle } from "../ui/use-page-title.ts";
import { useStagedRender } from "../ui/use-staged-render.ts";

/** Only admins load this. */
const loadAdminParts = () => import("../features/moderation/auction-page-parts.ts");
const AuctionModeration = optionalComponent(async () => (await loadAdminParts()).AuctionModeration);
const BidderModeration = optionalComponent(async () => (await loadAdminParts()).BidderModeration);
const QuestionActions = optionalComponent(async () => (await loadAdminParts()).QuestionActions);

export default function AuctionPage() {
  const { auctionId = "" } = useParams();
  const userId = useSessionUser()?.id;
  // The current person. After a session ends, the last one, because they may sign in again and find what they typed.
  const [personId, setPersonId] = useState(userId);
  if (userId !== undefined && userId !== personId) setPersonId(userId);
  // Another auction has another room, and another person must not see the typed text or a private maximum.
  return <AuctionById key={`${auctionId} ${personId}`} auctionId={auctionId} />;
}

function AuctionById({ auctionId }: { auctionId: string }) {
  const { query, screen } = useAuction(auctionId);
  usePageTitle(useTickedValue(() => (screen ? tabTitle(screen, serverNow()) : "")));
  const problem = useLastError(query.error);
  const isDrawn = useStagedRender(screen !== null);
  const firstScreen = useFirstScreen(!(screen && isDrawn) && !problem);
  if (screen && isDrawn) return <AuctionContent screen={screen} />;
  if (!problem) return firstScreen ?? <AuctionSkeleton />;
  return <AuctionProblem auctionId={auctionId} error={problem} query={query} />;
}

function AuctionContent({ screen }: { screen: AuctionScreen }) {
  const dialogs = useBidDialogs(screen.userId);
  const listRef = useRef<HTMLElement>(null);
  const isAdmin = useSessionUser()?.isAdmin;
  const { auction } = screen.view;
  const result = personalResult(screen);
  // Bidders who didn't win see similar items at the top of the page, everyone else further down.
  const didNotWin = result === "lost" || result === "unmet" || result === "released";
  const similar = <SimilarItems auction={auction} />;
  const menuFor = (bid: PublicBid) => (
    <BidderModeration bid={bid} currency={auction.currency} isLive={screen.stage === "live"} />
  );
  return (
    <>
      {isAdmin && <AuctionModeration {...screen.view} />}
      <AuctionLayout
        breadcrumb={<Breadcrumb links={breadcrumbTo(auction)} current={auction.title} />}
        result={<PersonalResult screen={screen} similar={similar} />}
        image={<Gallery key={auction._id} auction={auction} />}
        attributes={
          auction.terms.details && <DetailsList details={auction.terms.details} currency={auction.currency} />
        }
        heading={
          <ItemHeading
            auction={auction}
            actions={
              !screen.view.gone && (
                <>
                  <ShareButton title={auction.title} url={window.location.origin + paths.auction(auction._id)} />
                  {screen.standing !== "seller" && <WatchButton auction={auction} />}
                </>
              )
            }
          />
        }
        panel={<BidPanel screen={screen} dialogs={dialogs} watchCount={<WatchCount auctionId={auction._id} />} />}
        bids={
          <BidList screen={screen} dialogs={dialogs} listRef={listRef} actionsFor={isAdmin ? menuFor : undefined} />
        }
        description={<ItemDescription {...screen} />}
        details={
          <>
            {!screen.view.gone && (
              <div className="mb-6">
                <LazyQuestions
                  auctionId={auction._id}
                  sellerName={auction.seller.firstName}
                  viewer={viewerOf(screen)}
                  isOpen={!auction.hidden && (screen.stage === "live" || screen.stage === "upcoming")}
                  acceptsAnswers={!auction.hidden && auction.status !== "Voided"}
                  requireSignIn={dialogs.requireSignIn}
                  actionsFor={isAdmin ? actionsOnQuestion : undefined}
                />
              </div>
            )}
            <ItemInformation {...screen} />
            {screen.standing !== "seller" && !screen.view.gone && (
              <div className="mt-6 border-t border-line pt-4">
                <ReportListing auctionId={auction._id} requireSignIn={dialogs.requireSignIn} />
              </div>
            )}
          </>
        }
        more={
          <>
            {!didNotWin && similar}
            {!screen.view.gone && <RecentlyViewed key={auction._id} auction={auction} />}
          </>
        }
      />
      <StickyBidBar screen={screen} dialogs={dialogs} />
      <LazyBidDialogs screen={screen} dialogs={dialogs} listRef={listRef} />
      <Announcer {...screen} />
    </>
  );
}

function actionsOnQuestion(question: Question) {
  return <QuestionActions question={question} />;
}

function viewerOf({ standing, userId }: AuctionScreen) {
  if (userId === undefined) return "visitor";
  return standing === "seller" ? "seller" : "member";
}

function breadcrumbTo({ category }: Pick<AuctionDetails, "category">) {
  const all = { to: paths.auctions, label: "All Auctions" };
  return category ? [all, { to: categoryPath(category._id), label: category.name }] : [all];
}
