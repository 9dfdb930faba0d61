/** One auction: its only truth. Under construction in this commit: the shape that the routes call. */
import { DurableObject } from "cloudflare:workers";

import type {
  Answered,
  BidEdited,
  BidPlaced,
  BidsPage,
  BidWithdrawn,
  DeleteListingRequest,
  Details,
  EditBidRequest,
  EditListingRequest,
  JournalRead,
  ListingDeleted,
  ListingEdited,
  Opened,
  OpenRequest,
  PlaceBidRequest,
  WithdrawBidRequest,
} from "./rpc.ts";

export class AuctionRoom extends DurableObject<Env> {
  async open(_request: OpenRequest): Promise<Answered<Opened>> {
    throw new Error("not built");
  }
  async placeBid(_request: PlaceBidRequest): Promise<Answered<BidPlaced>> {
    throw new Error("not built");
  }
  async editBid(_request: EditBidRequest): Promise<Answered<BidEdited>> {
    throw new Error("not built");
  }
  async withdrawBid(_request: WithdrawBidRequest): Promise<Answered<BidWithdrawn>> {
    throw new Error("not built");
  }
  async editListing(_request: EditListingRequest): Promise<Answered<ListingEdited>> {
    throw new Error("not built");
  }
  async deleteListing(_request: DeleteListingRequest): Promise<Answered<ListingDeleted>> {
    throw new Error("not built");
  }
  async details(): Promise<Answered<Details>> {
    throw new Error("not built");
  }
  async bidsBefore(_cursor: string | null, _limit: number): Promise<Answered<BidsPage>> {
    throw new Error("not built");
  }
  async journal(): Promise<Answered<JournalRead>> {
    throw new Error("not built");
  }
  /** Looks at the clock: closes what is over, sets a lost alarm again, delivers what is owed. */
  async look(): Promise<void> {
    throw new Error("not built");
  }
}
