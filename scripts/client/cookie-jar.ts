/**
 * One user's cookies for one server, as in a browser. Responses set, replace or clear some. The session's cookie is
 * replaced every minute.
 */
export class CookieJar {
  readonly #values = new Map<string, string>();

  /** `header` contains the user's existing cookies. */
  constructor(header = "") {
    for (const pair of header.split("; ")) this.#set(pair);
  }

  /** Stores the cookies from a response's `Set-Cookie` headers. */
  store(headers: readonly string[]): void {
    for (const header of headers) {
      const [pair = "", ...attributes] = header.split(";");
      const isCleared = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
      this.#set(isCleared ? (pair.split("=", 1)[0] ?? "") : pair);
    }
  }

  /** The `Cookie` header of the next request. */
  get header(): string {
    return Array.from(this.#values, ([name, value]) => `${name}=${value}`).join("; ");
  }

  #set(pair: string): void {
    const [name = "", ...value] = pair.split("=");
    if (value.length > 0) this.#values.set(name.trim(), value.join("="));
    else this.#values.delete(name.trim());
  }
}
