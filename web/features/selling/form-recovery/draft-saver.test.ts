import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Image } from "../../../../worker/contract/catalogue.ts";
import { draftFields, type SavedDraft } from "../../../../worker/contract/draft.ts";
import type { SaveDraftInput } from "../../../api/drafts.ts";
import { ApiFailure, type FailureCode } from "../../../api/failure.ts";
import { imagesOf, withNewImages } from "../listing/listing-images.ts";
import { EMPTY_CONTENT, type ListingContent } from "../listing/use-listing-form.ts";
import { DraftSaver } from "./draft-saver.ts";

const ID = "0".repeat(32);
const draftTitled = (title: string, images: ListingContent["images"] = []): ListingContent => ({
  values: { ...EMPTY_CONTENT.values, title },
  images,
});
const file = (name: string) => new File([name], name, { type: "image/png" });
const image = (name: string): Image => ({ url: `/api/v1/images/auctions/x/${name}` });

/** A server that stores each save as the next version, or responds as `next` says. */
function aServer() {
  const sent: SaveDraftInput[] = [];
  const next: (() => Promise<SavedDraft>)[] = [];
  const stored = ({ id, version, fields, images }: SaveDraftInput): SavedDraft => ({
    _id: id,
    version: version + 1,
    fields,
    pictures: images.map((picture) => (picture instanceof File ? image(picture.name) : { url: picture })),
    createdAt: "",
    updatedAt: "",
  });
  const save = (draft: SaveDraftInput) => {
    sent.push(draft);
    return next.shift()?.() ?? Promise.resolve(stored(draft));
  };
  return { sent, next, save, stored };
}
function aSaver(content = EMPTY_CONTENT, version = 0) {
  const server = aServer();
  const onSaved = vi.fn<() => void>();
  const onUnsaved = vi.fn<(unsaved: ListingContent | null) => void>();
  return {
    ...server,
    onSaved,
    onUnsaved,
    saver: new DraftSaver({ id: ID, version, content, locationKey: "" }, { save: server.save, onSaved, onUnsaved }),
  };
}
const failWith = (code: FailureCode, status: number, retryAfter?: number) => () =>
  Promise.reject(new ApiFailure(code, "The server's reason", status, retryAfter === undefined ? {} : { retryAfter }));

beforeEach(() => void vi.useFakeTimers());

/** The pause after which typing is saved. */
const PAUSE_MS = 3_000;
/** The wait before a save without a response is retried. */
const RETRY_MS = 15_000;
const advanceTimeAsync = (ms: number) => vi.advanceTimersByTimeAsync(ms);
async function typeIn(saver: DraftSaver, title: string) {
  saver.change(draftTitled(title));
  await advanceTimeAsync(PAUSE_MS);
}
const titlesOf = (sent: readonly SaveDraftInput[]) => sent.map(({ version, fields }) => [version, fields.title]);
function aSaverOfCopy(version: number, content = draftTitled("C"), unconfirmedContent = content) {
  const { save, sent } = aServer();
  const callbacks = { save, onSaved: () => undefined, onUnsaved: () => undefined };
  return {
    sent,
    saver: new DraftSaver({ id: ID, version, content, locationKey: "", unconfirmedContent }, callbacks),
  };
}

it("a draft has every field of the form", () => {
  expect(Object.keys(draftFields.shape).toSorted()).toEqual(Object.keys(EMPTY_CONTENT.values).toSorted());
});

it("the browser keeps a copy from the first change until the server has everything", async () => {
  const { saver, onUnsaved, next, stored } = aSaver();
  const typed = draftTitled("C", withNewImages([], [file("a.png")]));
  saver.change(typed);
  expect(onUnsaved).toHaveBeenLastCalledWith(typed);
  const more = { ...typed, values: { ...typed.values, title: "Cl" } };
  next.push(() => {
    // Meanwhile, typing continues.
    saver.change(more);
    return Promise.resolve(
      stored({ id: ID, version: 0, fields: typed.values, images: [file("a.png")], closing: false }),
    );
  });
  await saver.saveNow();
  expect(onUnsaved).not.toHaveBeenCalledWith(null);
  await saver.saveNow();
  expect(onUnsaved).toHaveBeenLastCalledWith(null);
});

it("the saver sends a stored copy even if nothing changes", async () => {
  const { sent, saver } = aSaverOfCopy(2);
  saver.change(draftTitled("C"));
  await saver.saveNow();
  expect(sent).toMatchObject([{ version: 2, fields: { title: "C" } }]);
});

it("the saver sends a stored copy unchanged before newer input", async () => {
  const { sent, saver } = aSaverOfCopy(0);
  saver.change(draftTitled("Cl"));
  await saver.pause();
  expect(sent).toMatchObject([{ version: 0, fields: { title: "C" } }]);
  expect([saver.version, saver.content.values.title]).toEqual([1, "Cl"]);
});

it("the saver first resends what a closed page had sent, then the rest of its copy", async () => {
  const { sent, saver } = aSaverOfCopy(2, draftTitled("Clock"), draftTitled("C"));
  saver.change(draftTitled("Clock"));
  await advanceTimeAsync(2 * PAUSE_MS);
  expect(titlesOf(sent)).toEqual([
    [2, "C"],
    [3, "Clock"],
  ]);
});

it("the saver saves after a pause in typing, with the version that it replaces", async () => {
  const { saver, sent, onSaved } = aSaver();
  for (const title of ["C", "Cl", "Clo"]) {
    saver.change(draftTitled(title));
    await advanceTimeAsync(1_000);
  }
  expect([sent, saver.status.kind]).toEqual([[], "changed"]);
  await advanceTimeAsync(PAUSE_MS);
  expect(sent).toMatchObject([{ id: ID, version: 0, fields: { title: "Clo" } }]);
  expect([saver.status.kind, saver.version, onSaved.mock.calls.length]).toEqual(["saved", 1, 1]);
  await typeIn(saver, "Clock");
  expect(sent[1]).toMatchObject({ version: 1, fields: { title: "Clock" } });
});

it("the saver sends nothing for an empty form, or one that equals the saved draft", async () => {
  const { saver, sent } = aSaver();
  saver.change(EMPTY_CONTENT);
  saver.change(draftTitled("C"));
  saver.change(EMPTY_CONTENT);
  await advanceTimeAsync(10_000);
  expect(sent).toEqual([]);
  const openedSaver = aSaver(draftTitled("Clock"), 4);
  openedSaver.saver.change(draftTitled("Clock"));
  await advanceTimeAsync(10_000);
  expect(openedSaver.sent).toEqual([]);
});

it("the saver saves a form that was copied from another listing", async () => {
  const { saver, sent } = aSaver(draftTitled("Like another"));
  saver.change(saver.content);
  await advanceTimeAsync(PAUSE_MS);
  expect(sent).toMatchObject([{ version: 0, fields: { title: "Like another" } }]);
});

it("the saver waits for a save in progress before it saves newer text", async () => {
  const { saver, sent, next, stored } = aSaver();
  const answer = Promise.withResolvers<SavedDraft>();
  next.push(() => answer.promise);
  await typeIn(saver, "One");
  saver.change(draftTitled("Two"));
  await advanceTimeAsync(30_000);
  expect(sent).toHaveLength(1);
  if (sent[0]) answer.resolve(stored(sent[0]));
  await advanceTimeAsync(PAUSE_MS);
  expect(sent[1]).toMatchObject({ version: 1, fields: { title: "Two" } });
  expect(saver.isSaved).toBe(true);
});

it("the saver sends each photo once, even if it's added during a save", async () => {
  const { saver, sent, next, stored } = aSaver();
  const received: unknown[] = [];
  saver.onStored((_, pictures) => received.push(pictures));
  const answer = Promise.withResolvers<SavedDraft>();
  next.push(() => answer.promise);
  const first = withNewImages([], [file("one")]);
  saver.change(draftTitled("", first));
  await advanceTimeAsync(PAUSE_MS);
  saver.change(draftTitled("", withNewImages(first, [file("two")])));
  if (sent[0]) answer.resolve(stored(sent[0]));
  await advanceTimeAsync(PAUSE_MS);
  expect(sent[1]?.images).toEqual([image("one").url, expect.objectContaining({ name: "two" })]);
  expect(received).toEqual([[image("one")], [image("one"), image("two")]]);
  expect(saver.content.images.map(({ file: pendingFile, current }) => [pendingFile, current])).toEqual([
    [null, image("one")],
    [null, image("two")],
  ]);
});

it("the form shows identical photos once, as the server stores them", async () => {
  const { saver, next, stored } = aSaver();
  const images = withNewImages([], [file("one"), file("one")]);
  next.push(() =>
    Promise.resolve({
      ...stored({ id: ID, version: 0, fields: {}, images: [], closing: false }),
      pictures: [image("one")],
    }),
  );
  saver.change(draftTitled("", images));
  await advanceTimeAsync(PAUSE_MS);
  expect(saver.content.images).toEqual(imagesOf([image("one")]));
  expect(saver.isSaved).toBe(true);
});

describe("a save that fails", () => {
  it("a save without a response is retried automatically and keeps the input", async () => {
    const { saver, sent, next } = aSaver();
    next.push(failWith("unreachable", 0));
    await typeIn(saver, "Clock");
    expect(saver.status).toMatchObject({
      kind: "failed",
      message: expect.stringMatching(/^We can't reach the server/),
    });
    expect([saver.content.values.title, saver.wouldLoseInput]).toEqual(["Clock", true]);
    await advanceTimeAsync(RETRY_MS);
    expect(sent).toHaveLength(2);
    expect([saver.status.kind, saver.wouldLoseInput]).toEqual(["saved", false]);
  });

  it("a save without a response is retried unchanged before newer input", async () => {
    const { saver, sent, next } = aSaver();
    next.push(failWith("unreachable", 0));
    await typeIn(saver, "Clock");
    saver.change(draftTitled("Clocks"));
    await advanceTimeAsync(RETRY_MS + PAUSE_MS);
    expect(titlesOf(sent)).toEqual([
      [0, "Clock"],
      [0, "Clock"],
      [1, "Clocks"],
    ]);
    expect([saver.status.kind, saver.isSaved]).toEqual(["saved", true]);
  });

  it("the saver assumes that a save without a response may have reached the server", async () => {
    const { saver, sent, next } = aSaver(draftTitled("Clock"), 1);
    next.push(failWith("unreachable", 0));
    await typeIn(saver, "Clocks");
    saver.change(draftTitled("Clock"));
    expect(saver.isSaved).toBe(false);
    await advanceTimeAsync(RETRY_MS + PAUSE_MS);
    expect(titlesOf(sent.slice(1))).toEqual([
      [1, "Clocks"],
      [2, "Clock"],
    ]);
  });

  it("a save after too many requests waits as long as the server says", async () => {
    const { saver, sent, next } = aSaver();
    next.push(failWith("too_many_requests", 429, 40));
    saver.change(draftTitled("Clock"));
    await advanceTimeAsync(3_000 + 39_000);
    expect([saver.status, sent.length]).toEqual([{ kind: "failed", message: "The server's reason" }, 1]);
    await advanceTimeAsync(1_000);
    expect([saver.status.kind, sent.length]).toEqual(["saved", 2]);
  });

  it("the saver doesn't retry a refused save until something changes", async () => {
    const { saver, sent, next } = aSaver();
    next.push(failWith("too_many_drafts", 409));
    saver.change(draftTitled("Clock"));
    await advanceTimeAsync(60_000);
    expect([saver.status, sent.length]).toEqual([{ kind: "refused", message: "The server's reason" }, 1]);
    await typeIn(saver, "Clocks");
    expect(saver.status.kind).toBe("saved");
  });

  it.each([
    ["draft_conflict", 409, "conflict"],
    ["draft_not_found", 404, "gone"],
    ["draft_published", 409, "published"],
  ] as const)("a save that fails with %s is the last one, and keeps the input", async (code, status, kind) => {
    const { saver, sent, next } = aSaver();
    next.push(failWith(code, status));
    await typeIn(saver, "Clock");
    saver.change(draftTitled("Clocks"));
    await saver.saveNow();
    await advanceTimeAsync(60_000);
    expect([saver.status.kind, sent.length, saver.wouldLoseInput]).toEqual([kind, 1, true]);
    expect(saver.content.values.title).toBe("Clocks");
  });
});

describe("a draft that is being listed", () => {
  it("a draft that's being listed waits for a save in progress and isn't saved again", async () => {
    const { saver, sent, next, stored } = aSaver();
    const answer = Promise.withResolvers<SavedDraft>();
    next.push(() => answer.promise);
    await typeIn(saver, "One");
    let isPaused = false;
    const pausing = saver.pause().then(() => (isPaused = true));
    await advanceTimeAsync(1);
    expect(isPaused).toBe(false);
    if (sent[0]) answer.resolve(stored(sent[0]));
    await pausing;
    expect(saver.version).toBe(1);
    saver.change(draftTitled("Two"));
    await saver.saveNow();
    await advanceTimeAsync(60_000);
    expect(sent).toHaveLength(1);
  });

  it("listing a draft first retries a save whose response was lost", async () => {
    const { saver, sent, next } = aSaver();
    next.push(failWith("unreachable", 0));
    await typeIn(saver, "One");
    await saver.pause();
    expect([sent.length, saver.version]).toEqual([2, 1]);
    saver.resume(new ApiFailure("unreachable", "No answer", 0));
    expect(saver.status.kind).toBe("saved");
  });

  it("a draft is saved again if its listing and a save got no response", async () => {
    const { saver, sent, next } = aSaver();
    next.push(failWith("unreachable", 0), failWith("unreachable", 0));
    await typeIn(saver, "One");
    await saver.pause();
    saver.resume(new ApiFailure("unreachable", "No answer", 0));
    await advanceTimeAsync(PAUSE_MS);
    expect([sent.length, saver.status.kind]).toEqual([3, "saved"]);
  });

  it("a draft is saved again if its listing was refused", async () => {
    const { saver, sent } = aSaver();
    saver.change(draftTitled("One"));
    await saver.pause();
    saver.resume(new ApiFailure("starting_price_too_low", "Too low", 422));
    await advanceTimeAsync(PAUSE_MS);
    expect(sent).toHaveLength(1);
  });

  it("the saver continues if publishing conflicts with its own unanswered save", async () => {
    const { saver, sent, next } = aSaver();
    next.push(failWith("unreachable", 0), failWith("too_many_requests", 429));
    await typeIn(saver, "One");
    await saver.pause();
    saver.resume(new ApiFailure("draft_conflict", "Changed", 409));
    await advanceTimeAsync(PAUSE_MS);
    expect([saver.status.kind, saver.version, sent.length]).toEqual(["saved", 1, 3]);
  });

  it("the saver stops saving a draft that another page has changed", async () => {
    const { saver, sent } = aSaver();
    saver.change(draftTitled("One"));
    await saver.pause();
    saver.resume(new ApiFailure("draft_conflict", "Changed", 409));
    await advanceTimeAsync(60_000);
    expect([saver.status.kind, sent]).toEqual(["conflict", []]);
  });
});

it("closing the page sends typed text, and asks first only if there are files", async () => {
  const { saver, sent } = aSaver();
  saver.change(draftTitled("Clock"));
  expect(saver.wouldLoseInput).toBe(false);
  await saver.saveNow(true);
  expect(sent).toMatchObject([{ closing: true }]);
  saver.change(draftTitled("Clock", withNewImages([], [file("one")])));
  expect(saver.wouldLoseInput).toBe(true);
  await saver.saveNow(true);
  expect(sent[1]).toMatchObject({ closing: false });
});

it("closing the page while a photo is being prepared asks for confirmation", () => {
  const { saver } = aSaver();
  saver.expectImages(1);
  expect(saver.wouldLoseInput).toBe(true);
  saver.expectImages(0);
  expect(saver.wouldLoseInput).toBe(false);
});
