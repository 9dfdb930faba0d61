/**
 * The file with one person's data, streamed while we read the data. It has one line per entry, so that people can read
 * it without a tool. If a read fails, the stream ends with that error. An incomplete file has no closing bracket, and a
 * browser discards it.
 */
import type { BidRooms } from "../activity/placed-bids.ts";
import type { OwnMaximumState } from "../contract/bid.ts";
import type { DataExportFile } from "../contract/data-export.ts";
import type { Database } from "../db/database.ts";
import {
  ownAddress,
  ownAnswers,
  ownBids,
  ownBlocks,
  ownCategories,
  ownDeals,
  ownDrafts,
  ownInstructions,
  ownInvoices,
  ownLeads,
  ownListings,
  ownNoteReports,
  ownQuestionReports,
  ownQuestions,
  ownRatingReports,
  ownRatingsGiven,
  ownRatingsReceived,
  ownReports,
  ownWatches,
  ownWinnings,
} from "./own-data.ts";

/** The parts that are small for everyone. We read them before the file begins. */
type ExportHeader = Pick<DataExportFile, "exportedAt" | "profile" | "notifications" | "sessions" | "passkeys">;

/** Gets the person's own maximum from the room of an auction. */
type MaximumOf = (auctionId: string) => Promise<OwnMaximumState>;
/** How the export reads from rooms. */
type ExportRooms = { readonly rooms: BidRooms; readonly maximumOf: MaximumOf };

/** The file in pieces, each made when the stream pulls it. `now` is epoch ms. */
export async function* exportText(
  db: Database,
  { exportedAt, profile, ...small }: ExportHeader,
  { rooms, maximumOf }: ExportRooms,
  now: number,
): AsyncGenerator<string> {
  const large = {
    listings: ownListings(db, profile._id),
    drafts: ownDrafts(db, profile._id),
    bids: ownBids(db, rooms, profile._id, now),
    maxima: ownMaximums(db, profile._id, maximumOf),
    winnings: ownWinnings(db, profile._id, now),
    watched: ownWatches(db, profile._id),
    reports: ownReports(db, profile._id),
    questions: ownQuestions(db, profile._id),
    answers: ownAnswers(db, profile._id),
    questionReports: ownQuestionReports(db, profile._id),
    noteReports: ownNoteReports(db, profile._id),
    deals: ownDeals(db, profile._id),
    ratingsGiven: ownRatingsGiven(db, profile._id),
    ratingsReceived: ownRatingsReceived(db, profile._id, now),
    ratingReports: ownRatingReports(db, profile._id),
    invoices: ownInvoices(db, profile._id),
    savedAddress: ownAddress(db, profile._id),
    paymentInstructions: ownInstructions(db, profile._id),
    blocked: ownBlocks(db, profile._id),
    categories: ownCategories(db, profile._id),
  } satisfies { [Name in Exclude<keyof DataExportFile, keyof ExportHeader>]: AsyncIterable<DataExportFile[Name]> };
  yield `{\n"exportedAt":${JSON.stringify(exportedAt)},\n"profile":${JSON.stringify(profile)}`;
  for (const [name, pages] of Object.entries(large)) yield* jsonArrayText(name, pages);
  for (const [name, entries] of Object.entries(small)) yield* jsonArrayText(name, [entries]);
  yield "\n}\n";
}

/** One room after another, which leaves them time for bids. No one leads in enough auctions for this to take long. */
async function* ownMaximums(
  db: Database,
  userId: string,
  maximumOf: MaximumOf,
): AsyncGenerator<DataExportFile["maxima"]> {
  for await (const page of ownLeads(db, userId)) {
    for (const { auctionId, currency } of page) {
      const maximum = await maximumOf(auctionId);
      if (maximum) yield [{ auctionId, ...maximum, currency }];
    }
  }
}

async function* jsonArrayText(
  name: string,
  pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
): AsyncGenerator<string> {
  yield `,\n"${name}":[`;
  let separator = "\n";
  for await (const entries of pages) {
    if (entries.length === 0) continue;
    yield separator + entries.map((entry) => JSON.stringify(entry)).join(",\n");
    separator = ",\n";
  }
  yield "\n]";
}

/**
 * The pieces as the body of a response. Each piece is read only when the client is ready for it, and none after it has
 * disconnected.
 */
export function streamOf(
  chunks: AsyncGenerator<string>,
  { onEnd, onFailure }: { onEnd?: () => void; onFailure: (error: Error) => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (!done) return controller.enqueue(encoder.encode(value));
          onEnd?.();
          controller.close();
        } catch (error) {
          onFailure(error instanceof Error ? error : new Error(String(error)));
          controller.error(error);
        }
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
