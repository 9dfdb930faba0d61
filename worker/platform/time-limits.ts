/**
 * Time limits on everything that a request waits for: D1, R2 and the Durable Objects. The platform's own limits don't
 * help. A stalled D1 answers after half a minute. A call to an object never ends if the object hangs or its reply gets
 * lost. We wrap the bindings, so that every call has a limit. A late call rejects with `TimeoutError`, which becomes
 * 503 (`worker/http/failure.ts`). It is not canceled.
 */
import { withTimeout } from "./with-timeout.ts";

/** In milliseconds, far longer than a healthy call takes. */
type TimeLimits = {
  /** D1 answers in tens of milliseconds. */
  readonly databaseMs: number;
  /** Includes waking an object, and its own calls: up to five seconds to another object or to D1. */
  readonly objectMs: number;
  /** Includes sending ten megabytes. */
  readonly bucketMs: number;
};
export const TIME_LIMITS: TimeLimits = { databaseMs: 5_000, objectMs: 10_000, bucketMs: 20_000 };

type Bindings = Pick<Env, "DB" | "IMAGE_BUCKET" | "AUCTION_ROOM" | "AUDIENCE_RELAY" | "INBOX" | "LIMITS">;

const limitedBindings = new WeakMap<object, Bindings>();

/** The same bindings with time limits. Returns the same object for the same `env`, because caches are keyed by it. */
export function withTimeLimits<LimitedEnv extends Bindings>(env: LimitedEnv, limits = TIME_LIMITS): LimitedEnv {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from an `env` of this very type
  const known = limitedBindings.get(env) as LimitedEnv | undefined;
  if (known) return known;
  const limited = {
    ...env,
    DB: limitDatabase(env.DB, limits.databaseMs),
    IMAGE_BUCKET: limitCalls(env.IMAGE_BUCKET, limits.bucketMs),
    AUCTION_ROOM: limitObjects(env.AUCTION_ROOM, limits.objectMs),
    AUDIENCE_RELAY: limitObjects(env.AUDIENCE_RELAY, limits.objectMs),
    INBOX: limitObjects(env.INBOX, limits.objectMs),
    LIMITS: limitObjects(env.LIMITS, limits.objectMs),
  };
  limitedBindings.set(env, limited);
  // Already wrapped, so wrapping it again would only cost time.
  limitedBindings.set(limited, limited);
  return limited;
}

/** Wraps an object so that all its methods that return a promise have a time limit. */
function limitCalls<Called extends object>(called: Called, ms: number): Called {
  return new Proxy(called, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(member, target, args);
        return isPromise(result) ? withTimeout(result, ms) : result;
      };
    },
  });
}

function isPromise(result: unknown): result is Promise<unknown> {
  // The promise from a call to an object is the platform's proxy, not an instance of `Promise`.
  return result !== null && (typeof result === "object" || typeof result === "function") && "then" in result;
}

/** Wraps a namespace so that its objects' methods have a time limit. */
export function limitObjects<Class extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<Class>,
  ms: number,
): DurableObjectNamespace<Class> {
  return new Proxy(namespace, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name === "getByName") return (objectName: string) => limitCalls(target.getByName(objectName), ms);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** The original statement of each wrapped one, because D1's batches accept only its own statements. */
const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function limitDatabase<Database extends D1Database | D1DatabaseSession>(database: Database, ms: number): Database {
  const limitStatement = (original: D1PreparedStatement): D1PreparedStatement => {
    const statement = limitCalls(original, ms);
    const bound = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => limitStatement(original.bind(...values));
        return Reflect.get(target, name, target);
      },
    });
    originals.set(bound, original);
    return bound;
  };
  return new Proxy(database, {
    get(target, name) {
      if (name === "prepare") return (query: string) => limitStatement(target.prepare(query));
      if (name === "batch") {
        return (statements: readonly D1PreparedStatement[]) =>
          withTimeout(target.batch(statements.map((statement) => originals.get(statement) ?? statement)), ms);
      }
      if (name === "withSession" && "withSession" in target) {
        return (start?: string) => limitDatabase(target.withSession(start), ms);
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
