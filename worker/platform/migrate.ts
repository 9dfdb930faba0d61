/** Migrates a Durable Object's own tables: numbered steps, run once each, never edited. */

/** Brings an object's tables up to date in one transaction: if a step fails, the schema does not change. */
export function migrate(storage: DurableObjectStorage, steps: readonly string[]): void {
  storage.transactionSync(() => {
    // `PRAGMA user_version` is refused in a Durable Object, so the count of done steps lives in the KV part.
    const done = storage.kv.get<number>("schema") ?? 0;
    for (const step of steps.slice(done)) storage.sql.exec(step);
    if (done < steps.length) storage.kv.put("schema", steps.length);
  });
}
