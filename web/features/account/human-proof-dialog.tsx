import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { confirmHuman, HUMAN_CHECK_PAGE } from "../../api/account.ts";
import { messageOf } from "../../api/failure.ts";
import { answerHumanQuestion } from "../../api/human-question.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

const TITLE = "Are you human?";
const WHY = "Many people are using your network right now. Confirm that you are human to continue without waiting.";

/**
 * Cloudflare's widget is on a page of its own in a frame (worker/pages/human-check-page.ts): its script never runs
 * here.
 */
export default function HumanProofDialog() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [attempt, setAttempt] = useState(1);
  const { mutate, error } = useMutation({
    mutationFn: confirmHuman,
    onSuccess: () => answerHumanQuestion(true),
    // A token can be used once: the frame makes another one.
    onError: () => setAttempt((before) => before + 1),
  });

  useEffect(() => {
    const receive = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return;
      if (data?.type === "human" && typeof data.token === "string") mutate(data.token);
    };
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, [mutate]);

  return (
    <Dialog open onOpenChange={() => answerHumanQuestion(false)} title={TITLE} description={WHY}>
      {error && (
        <Alert tone="danger" className="mb-4">
          {messageOf(error, "We could not confirm that. Please try again.")}
        </Alert>
      )}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, and Cloudflare's widget needs its origin */}
      <iframe key={attempt} ref={frame} title={TITLE} src={HUMAN_CHECK_PAGE} className="h-20 w-full" />
      <Button look="secondary" className="mt-4 w-full" onClick={() => answerHumanQuestion(false)}>
        Not now
      </Button>
    </Dialog>
  );
}
