/** Replaces `cloudflare:workers` where the simulation runs the real objects in node. */
export class DurableObject<Environment> {
  // As the platform's own class has them.
  // oxlint-disable-next-line lotline/hash-private
  protected readonly ctx: DurableObjectState;
  // oxlint-disable-next-line lotline/hash-private
  protected readonly env: Environment;

  constructor(ctx: DurableObjectState, env: Environment) {
    this.ctx = ctx;
    this.env = env;
  }
}
