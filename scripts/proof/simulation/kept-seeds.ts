/** Seeds in which something was found wrong once, in the product or in a judge, with what it was. They run with every test. */
export const KEPT_SEEDS: ReadonlyMap<number, string> = new Map([]);
