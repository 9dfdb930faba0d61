import { useEffect, useRef, useState } from "react";

import { serverNow } from "../../api/server-clock.ts";
import { useTicking } from "../../ui/ticker.ts";
import { announcementOf, MARKS, marksPassed } from "./announcements.ts";
import type { AuctionScreen } from "./use-auction.ts";

/** In a bidding war only the latest price is announced. */
const BATCH_MS = 1_000;
/** Texts are removed again, so that the same text can be announced a second time. */
const CLEAR_AFTER_MS = 5_000;
/** Screen reader announcements: prices and ends politely, the time left shortly before the end at once. */
export function Announcer({
  view,
  stage,
  endsAt,
  userId,
}: Pick<AuctionScreen, "view" | "stage" | "endsAt" | "userId">) {
  const news = useNews(view, userId);
  const mark = useMark(endsAt, stage === "live");
  const start = useStart(stage);
  return (
    <div className="sr-only">
      <p aria-live="polite">{news}</p>
      <p aria-live="polite">{start}</p>
      <p aria-live="assertive">{mark}</p>
    </div>
  );
}

function useNews(view: AuctionScreen["view"], userId: string | undefined): string {
  const [news, setNews] = useState("");
  const announced = useRef(view);
  const latest = useRef(view);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = view;
    if (timer.current !== undefined || !announcementOf(announced.current, view, userId)) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setNews(announcementOf(announced.current, latest.current, userId) ?? "");
      announced.current = latest.current;
    }, BATCH_MS);
  }, [view, userId]);

  useEffect(() => () => clearTimeout(timer.current), []);
  useClearing(news, setNews);
  return news;
}

function useStart(stage: AuctionScreen["stage"]): string {
  const [start, setStart] = useState("");
  const before = useRef(stage);

  useEffect(() => {
    if (before.current === "upcoming" && stage === "live") setStart("Bidding has started.");
    before.current = stage;
  }, [stage]);

  useClearing(start, setStart);
  return start;
}

function useMark(endsAt: number, live: boolean): string {
  const [mark, setMark] = useState("");
  const passed = useTicking(() => (live ? marksPassed(endsAt, serverNow()) : 0));
  const before = useRef(passed);

  useEffect(() => {
    // Fewer than before means that a late change of the price has moved the end, which useNews announces.
    if (passed > before.current) setMark(MARKS[passed - 1]?.says ?? "");
    before.current = passed;
  }, [passed]);

  useClearing(mark, setMark);
  return mark;
}

function useClearing(words: string, set: (words: string) => void): void {
  useEffect(() => {
    if (words === "") return;
    const timer = setTimeout(() => set(""), CLEAR_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words, set]);
}
