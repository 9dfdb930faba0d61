/** Brings a Durable Object's tables up to date. Runs the steps that it hasn't run yet, in one transaction. */
export function migrate(storage: DurableObjectStorage, steps: readonly string[]): void {
  storage.transactionSync(() => {
    // A Durable Object refuses `PRAGMA user_version`, so the number of finished steps is in KV.
    const done = storage.kv.get<number>("schema") ?? 0;
    for (const step of steps.slice(done)) storage.sql.exec(step);
    if (done < steps.length) storage.kv.put("schema", steps.length);
  });
}
