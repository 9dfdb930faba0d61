/**
 * The idempotency key of one attempt. The same thing, tried again before the house has decided, is the same attempt
 * and keeps its key, so that a lost answer never makes two of it; anything changed is a new attempt.
 */
import { isDecided } from "./failure.ts";

export type Attempts = {
  /** `parts` are what is sent: texts and files, compared one by one. */
  send<Answer>(parts: readonly unknown[], call: (key: string) => Promise<Answer>): Promise<Answer>;
};

export function attempts(newKey: () => string = () => crypto.randomUUID()): Attempts {
  let open: { parts: readonly unknown[]; key: string } | null = null;
  return {
    async send(parts, call) {
      const same = open?.parts.length === parts.length && open.parts.every((part, at) => Object.is(part, parts[at]));
      const attempt = open && same ? open : { parts, key: newKey() };
      open = attempt;
      const settle = () => {
        if (open === attempt) open = null;
      };
      try {
        const answer = await call(attempt.key);
        settle();
        return answer;
      } catch (error) {
        if (isDecided(error)) settle();
        throw error;
      }
    },
  };
}
