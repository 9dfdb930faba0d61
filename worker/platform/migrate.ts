/**
 * Brings a Durable Object's own tables up to date, in one transaction: runs the steps that it has not run yet. If one
 * fails, nothing changes.
 */
export function migrate(storage: DurableObjectStorage, steps: readonly string[]): void {
  storage.transactionSync(() => {
    // `PRAGMA user_version` is refused in a Durable Object, so the count of done steps lives in the KV part.
    const done = storage.kv.get<number>("schema") ?? 0;
    for (const step of steps.slice(done)) storage.sql.exec(step);
    if (done < steps.length) storage.kv.put("schema", steps.length);
  });
}
