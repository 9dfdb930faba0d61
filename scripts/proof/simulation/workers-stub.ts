/** Replaces `cloudflare:workers` when the simulation runs the real objects in Node. */
export class DurableObject<Environment> {
  // The platform's own class has these two fields under these names.
  // oxlint-disable-next-line lotline/hash-private
  protected readonly ctx: DurableObjectState;
  // oxlint-disable-next-line lotline/hash-private
  protected readonly env: Environment;

  constructor(ctx: DurableObjectState, env: Environment) {
    this.ctx = ctx;
    this.env = env;
  }
}
