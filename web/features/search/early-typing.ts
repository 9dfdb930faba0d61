/**
 * Keeps the text typed after the search was opened but before its field has the focus, because its code is still
 * loading. The field then starts with it.
 */
type Typed = { readonly text: string; readonly isEntered: boolean };

const NOTHING: Typed = { text: "", isEntered: false };

// One per document, like the keyboard. The code that takes the text loads after the first key.
let typed = NOTHING;

/** Keeps keys from now on, wherever the focus is, until they're taken or `stopHolding` is called. */
export function holdTyping(): void {
  typed = NOTHING;
  // In the capture phase, so it runs before the page's own shortcuts.
  addEventListener("keydown", hold, true);
}

export function stopHolding(): void {
  removeEventListener("keydown", hold, true);
}

/** Returns the text typed since `holdTyping`, once. `isEntered` says whether Enter was pressed. */
export function takeTyped(): Typed {
  stopHolding();
  const taken = typed;
  typed = NOTHING;
  return taken;
}

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return;
  const next = after(typed, key);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  typed = next;
}

/** Null for a key that doesn't type anything. After Enter, nothing belongs to the search. */
function after({ text, isEntered }: Typed, key: string): Typed | null {
  if (key === "Enter") return { text, isEntered: true };
  if (key === "Backspace") return { text: isEntered ? text : text.slice(0, -1), isEntered };
  if (key.length !== 1) return null;
  return { text: isEntered ? text : text + key, isEntered };
}
