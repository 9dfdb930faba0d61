import { useEffect, useRef, useState } from "react";

import { serverNow } from "../../api/server-clock.ts";
import { useTicking } from "../../ui/ticker.ts";
import { announcementOf, MARKS, marksPassed } from "./announcements.ts";
import type { AuctionScreen } from "./use-auction.ts";

/** In a bidding war only the latest price is worth announcing. */
const GATHER_MS = 1_000;
/** Words are taken away again, so that the same ones can be said a second time. */
const FORGET_MS = 5_000;

/** What a screen reader announces: prices and ends when there is a pause, the last moments at once. */
export function Announcer({
  view,
  stage,
  endsAt,
  userId,
}: Pick<AuctionScreen, "view" | "stage" | "endsAt" | "userId">) {
  const news = useNews(view, userId);
  const mark = useMark(endsAt, stage === "live");
  return (
    <div className="sr-only">
      <p aria-live="polite">{news}</p>
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
    }, GATHER_MS);
  }, [view, userId]);

  useEffect(() => () => clearTimeout(timer.current), []);
  useForgetting(news, setNews);
  return news;
}

function useMark(endsAt: number, live: boolean): string {
  const [mark, setMark] = useState("");
  const passed = useTicking(() => (live ? marksPassed(endsAt, serverNow()) : 0));
  const before = useRef(passed);

  useEffect(() => {
    // Fewer than before means that a late bid moved the end: that is said as news.
    if (passed > before.current) setMark(MARKS[passed - 1]?.says ?? "");
    before.current = passed;
  }, [passed]);

  useForgetting(mark, setMark);
  return mark;
}

function useForgetting(words: string, set: (words: string) => void): void {
  useEffect(() => {
    if (words === "") return;
    const timer = setTimeout(() => set(""), FORGET_MS);
    return () => clearTimeout(timer);
  }, [words, set]);
}
