/**
 * Asks the person to prove to be human, where the server has offered that in a refusal: in a dialog over whatever is on the
 * screen, which stays as it is. Cloudflare's widget is on a page of its own in a frame (worker/pages/human-check-page.ts),
 * so its script never runs in this one.
 */
import { doneAnswer } from "./answers.ts";
import { call } from "./client.ts";

const PAGE = "/api/v1/auth/human-check";
const TITLE = "Are you human?";
const WHY = "Very many people use your network at the moment. Confirm that you are human, and you need not wait.";
const FAILED = "We could not confirm that. Please try again.";

/** One dialog for all calls that wait for it. */
let open: Promise<boolean> | null = null;
/** The page's own calls ask once; after "Not now" they are refused like others. */
let isDeclined = false;

/** Whether the person has proven it, so that a refused call may be repeated. `isOwnAct`: they have just pressed something. */
export function proveHuman(isOwnAct: boolean): Promise<boolean> {
  if (open) return open;
  if (isDeclined && !isOwnAct) return Promise.resolve(false);
  open = ask().finally(() => {
    open = null;
  });
  return open.then((isProven) => {
    isDeclined = !isProven;
    return isProven;
  });
}

function ask(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const dialog = element(
    "dialog",
    "m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border border-line bg-surface p-6 text-ink shadow-overlay",
  );
  const title = element("h2", "font-display text-xl font-medium", TITLE);
  title.id = "human-proof";
  dialog.setAttribute("aria-labelledby", title.id);
  const reason = element("p", "mt-1 text-sm text-muted", WHY);
  reason.role = "status";
  const frame = element("iframe", "mt-5 h-20 w-full");
  frame.title = TITLE;
  frame.src = PAGE;
  const decline = element(
    "button",
    "mt-3 rounded-sm text-sm font-medium text-accent underline underline-offset-4",
    "Not now",
  );
  decline.type = "button";
  dialog.append(title, reason, frame, decline);

  const closing = new AbortController();
  const { signal } = closing;
  const send = async (token: string) => {
    try {
      await call(doneAnswer, "/auth/human-check", { method: "POST", body: { token } });
      resolve(true);
    } catch {
      reason.textContent = FAILED;
      frame.src = PAGE;
    }
  };
  addEventListener(
    "message",
    ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== location.origin) return;
      if (data?.type === "human" && typeof data.token === "string") void send(data.token);
    },
    { signal },
  );
  decline.addEventListener("click", () => resolve(false));
  // Escape.
  dialog.addEventListener("close", () => resolve(false));
  document.body.append(dialog);
  dialog.showModal();
  return promise.finally(() => {
    closing.abort();
    dialog.remove();
  });
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
