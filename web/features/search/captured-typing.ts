/**
 * Keeps what someone types after opening the search, while the field's code is still loading. The field then starts
 * with that text.
 */
type CapturedText = { readonly text: string; readonly wasEnterPressed: boolean };

const NOTHING: CapturedText = { text: "", wasEnterPressed: false };

// Module state, because a document has one keyboard. The code that uses the text loads after the first keystroke.
let capturedText = NOTHING;

/** Captures keystrokes wherever focus is, until the text is taken or `stopCapturing` is called. */
export function captureTyping(): void {
  capturedText = NOTHING;
  // In the capture phase, so it runs before the page's own shortcuts.
  addEventListener("keydown", captureKey, true);
}

export function stopCapturing(): void {
  removeEventListener("keydown", captureKey, true);
}

/** Returns the text typed since `captureTyping`, once. `wasEnterPressed` is true if Enter was pressed. */
export function takeCapturedText(): CapturedText {
  stopCapturing();
  const taken = capturedText;
  capturedText = NOTHING;
  return taken;
}

function captureKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return;
  const next = textAfterKey(capturedText, key);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  capturedText = next;
}

/** Null for a key that doesn't type anything. After Enter, nothing belongs to the search. */
function textAfterKey({ text, wasEnterPressed }: CapturedText, key: string): CapturedText | null {
  if (key === "Enter") return { text, wasEnterPressed: true };
  if (key === "Backspace") return { text: wasEnterPressed ? text : text.slice(0, -1), wasEnterPressed };
  if (key.length !== 1) return null;
  return { text: wasEnterPressed ? text : text + key, wasEnterPressed };
}
