/**
 * Parses JSON that this deployment has written itself, into its own storage or into a message between its own objects.
 * Only here does parsed JSON get its type without a schema. The contract parses all input from outside.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it has written
export function parseStored<Stored>(text: string): Stored {
  const stored: Stored = JSON.parse(text);
  return stored;
}
