/**
 * Parses JSON that this deployment has written itself: into its own storage, or into a message between its own objects.
 * This is the only place where parsed JSON gets its type without a schema; all input from outside is parsed by the
 * contract.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it has written
export function parseStored<Stored>(text: string): Stored {
  const stored: Stored = JSON.parse(text);
  return stored;
}
