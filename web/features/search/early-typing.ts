/**
 * Keeps text typed between the opening of the search and the focus of its field, while its code loads. It is kept here
 * and arrives in the field.
 */
type Typed = { readonly text: string; readonly isEntered: boolean };

const NOTHING: Typed = { text: "", isEntered: false };

// One per document, which has one keyboard. The code that takes the text loads after the first key.
let typed = NOTHING;

/** Keeps keys from now on, wherever the focus is, until they are taken or `stopHolding` is called. */
export function holdTyping(): void {
  typed = NOTHING;
  // Capturing: before the page's own keys.
  addEventListener("keydown", hold, true);
}

export function stopHolding(): void {
  removeEventListener("keydown", hold, true);
}

/** The typed text since `holdTyping`, once. `isEntered`: and Enter was pressed. */
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

/** Null for a key that types nothing. Anything after Enter is not part of the search. */
function after({ text, isEntered }: Typed, key: string): Typed | null {
  if (key === "Enter") return { text, isEntered: true };
  if (key === "Backspace") return { text: isEntered ? text : text.slice(0, -1), isEntered };
  if (key.length !== 1) return null;
  return { text: isEntered ? text : text + key, isEntered };
}
