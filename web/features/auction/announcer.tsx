import { useEffect, useRef, useState } from "react";

import { serverNow } from "../../api/server-clock.ts";
import { useTickedValue } from "../../ui/ticker.ts";
import { announcementOf, countAnnouncedTimes, timeLeftText } from "./announcements.ts";
import { expiredText } from "./auction-outcome.tsx";
import { resultText } from "./result/result.ts";
import type { AuctionScreen } from "./use-auction.ts";

/** During a bidding war, only the latest price is announced. */
const BATCH_MS = 1_000;
/** Messages are cleared, so that the same message can be announced again. */
const CLEAR_AFTER_MS = 5_000;
type AnnouncerProps = Pick<AuctionScreen, "view" | "stage" | "standing" | "endsAt" | "userId">;

/**
 * Screen reader announcements. Prices, extensions, the start and the result are polite. The time left shortly before
 * the end is assertive.
 */
export function Announcer({ view, stage, standing, endsAt, userId }: AnnouncerProps) {
  const news = useNewsText(view, userId);
  const timeLeft = useTimeLeft(view, endsAt, stage === "live");
  const stageChange = useStageChange(
    stage,
    stage === "expired" ? expiredText(view, userId) : resultText({ view, stage, standing, userId }),
  );
  return (
    <div className="sr-only">
      <p aria-live="polite">{news}</p>
      <p aria-live="polite">{stageChange}</p>
      <p aria-live="assertive">{timeLeft}</p>
    </div>
  );
}

function useNewsText(view: AuctionScreen["view"], userId: string | undefined): string {
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
  useClearAfterDelay(news, setNews);
  return news;
}

/** Announces the start, the end and the result if they happen while the page is open. */
function useStageChange(stage: AuctionScreen["stage"], result: string | null): string {
  const [text, setText] = useState("");
  const before = useRef(stage);

  useEffect(() => {
    const { current } = before;
    before.current = stage;
    if (current === "upcoming" && stage === "live") setText("Bidding has started.");
    else if (current !== stage && (current === "live" || current === "closing")) setText(result ?? "");
  }, [stage, result]);

  useClearAfterDelay(text, setText);
  return text;
}

function useTimeLeft(view: AuctionScreen["view"], endsAt: number, isLive: boolean): string {
  const [text, setText] = useState("");
  const passed = useTickedValue(() => (isLive ? countAnnouncedTimes(endsAt, serverNow()) : 0));
  const before = useRef(passed);

  useEffect(() => {
    // If fewer times have passed than before, the auction now ends later, which useNewsText announces.
    if (passed > before.current) setText(timeLeftText(passed, view));
    before.current = passed;
  }, [passed, view]);

  useClearAfterDelay(text, setText);
  return text;
}

function useClearAfterDelay(words: string, set: (words: string) => void): void {
  useEffect(() => {
    if (words === "") return;
    const timer = setTimeout(() => set(""), CLEAR_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words, set]);
}
