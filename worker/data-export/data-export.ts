/**
 * The file with one person's data, streamed while we read the data. It has one line per entry, so that people can read
 * it without a tool. If a read fails, the stream ends with that error. An incomplete file has no closing brace, and a
 * browser discards it.
 */
import type { BidRooms } from "../activity/placed-bids.ts";
import type { OwnMaximumState } from "../contract/bid.ts";
import type { DataExportFile } from "../contract/data-export.ts";
import type { Database } from "../db/database.ts";
import {
  listOwnAddress,
  listOwnAnswers,
  listOwnBids,
  listOwnBlocks,
  listOwnCategories,
  listOwnDeals,
  listOwnDrafts,
  listOwnInstructions,
  listOwnInvoices,
  listOwnLeads,
  listOwnListings,
  listOwnNoteReports,
  listOwnQuestionReports,
  listOwnQuestions,
  listOwnRatingReports,
  listOwnRatingsGiven,
  listOwnRatingsReceived,
  listOwnReports,
  listOwnWatches,
  listOwnWinnings,
} from "./own-data.ts";

/** The parts that are small for everyone. We read them before the file begins. */
type ExportHeader = Pick<DataExportFile, "exportedAt" | "profile" | "notifications" | "sessions" | "passkeys">;

/** Gets the person's own maximum from an auction's room. */
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
    listings: listOwnListings(db, profile._id),
    drafts: listOwnDrafts(db, profile._id),
    bids: listOwnBids(db, rooms, profile._id, now),
    maxima: listOwnMaximums(db, profile._id, maximumOf),
    winnings: listOwnWinnings(db, profile._id, now),
    watched: listOwnWatches(db, profile._id),
    reports: listOwnReports(db, profile._id),
    questions: listOwnQuestions(db, profile._id),
    answers: listOwnAnswers(db, profile._id),
    questionReports: listOwnQuestionReports(db, profile._id),
    noteReports: listOwnNoteReports(db, profile._id),
    deals: listOwnDeals(db, profile._id),
    ratingsGiven: listOwnRatingsGiven(db, profile._id),
    ratingsReceived: listOwnRatingsReceived(db, profile._id, now),
    ratingReports: listOwnRatingReports(db, profile._id),
    invoices: listOwnInvoices(db, profile._id),
    savedAddress: listOwnAddress(db, profile._id),
    paymentInstructions: listOwnInstructions(db, profile._id),
    blocked: listOwnBlocks(db, profile._id),
    categories: listOwnCategories(db, profile._id),
  } satisfies { [Name in Exclude<keyof DataExportFile, keyof ExportHeader>]: AsyncIterable<DataExportFile[Name]> };
  yield `{\n"exportedAt":${JSON.stringify(exportedAt)},\n"profile":${JSON.stringify(profile)}`;
  for (const [name, pages] of Object.entries(large)) yield* jsonArrayText(name, pages);
  for (const [name, entries] of Object.entries(small)) yield* jsonArrayText(name, [entries]);
  yield "\n}\n";
}

/**
 * Calls one room after another, so that each has time for bids. No one leads in enough auctions for this to take long.
 */
async function* listOwnMaximums(
  db: Database,
  userId: string,
  maximumOf: MaximumOf,
): AsyncGenerator<DataExportFile["maxima"]> {
  for await (const page of listOwnLeads(db, userId)) {
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
