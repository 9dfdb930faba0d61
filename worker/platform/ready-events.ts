/**
 * A turn of the event loop without a timer. What is awaited here has also waited until the object's last writes are
 * confirmed, and until the events that were ready have been handled (decision 99).
 */
const ONE_BYTE = new Uint8Array(1);

export class ReadyEvents {
  readonly #stream = new IdentityTransformStream();
  readonly #writer = this.#stream.writable.getWriter();
  readonly #reader = this.#stream.readable.getReader();

  /**
   * Resolves after the events that are ready now: a byte goes through a stream of the platform behind them. One call at a
   * time: the stream refuses a second read.
   */
  async handled(): Promise<void> {
    // Fails only with the read.
    void this.#writer.write(ONE_BYTE);
    await this.#reader.read();
  }
}
