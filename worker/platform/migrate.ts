/** Migrates a Durable Object's own tables: numbered steps, run once each, never edited. */

/**
 * Brings an object's tables up to date in one transaction: if a step fails, the schema does not change. `whole` makes
 * in one step what all steps together make, for an object without tables.
 */
export function migrate(storage: DurableObjectStorage, steps: readonly string[], whole?: string): void {
  storage.transactionSync(() => {
    // `PRAGMA user_version` is refused in a Durable Object, so the count of done steps lives in the KV part.
    const done = storage.kv.get<number>("schema") ?? 0;
    const due = done === 0 && whole !== undefined ? [whole] : steps.slice(done);
    for (const step of due) storage.sql.exec(step);
    if (done < steps.length) storage.kv.put("schema", steps.length);
  });
}
