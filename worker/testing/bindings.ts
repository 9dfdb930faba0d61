/** Runs the Worker with bindings that replace those of the tests. Some count calls, and some don't answer. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";

import { app } from "../app.ts";
import { withTimeLimits } from "../platform/time-limits.ts";
import { expectDocumented } from "./documented.ts";
import { type TestCall, requestOf } from "./http.ts";
import { anIpv4Address } from "./strict-limits.ts";

/** Short, so that no test waits long for a binding that never answers, but long enough for one that does. */
const SHORT_LIMITS = { databaseMs: 300, objectMs: 2_000, bucketMs: 300 };

/** The tests' bindings with some replaced, and with short time limits. */
export function envWith(change: Partial<Env>): Env {
  return withTimeLimits({ ...env, ...change }, SHORT_LIMITS);
}

/**
 * A call to the Worker with these bindings. It returns once the call's background work is over. With the production
 * limits, each test calls from its own IP address, because an isolate counts calls from all test files in it.
 */
export async function requestWith(bindings: Env, path: string, call: TestCall = {}): Promise<Response> {
  const context = createExecutionContext();
  const address = bindings.LIMIT_SCALE === "1" ? { "cf-connecting-ip": addressOfTest() } : {};
  const request = requestOf(path, { ...call, headers: { ...address, ...call.headers } });
  const response = await app.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  await expectDocumented(request.method, request.url, response);
  return response;
}

const addresses = new Map<string, string>();

function addressOfTest(): string {
  const { testPath = "", currentTestName = "" } = expect.getState();
  const test = `${testPath} ${currentTestName}`;
  const address = addresses.get(test) ?? anIpv4Address();
  addresses.set(test, address);
  return address;
}

/** A stalled D1, which never answers a query. */
export function stalledDatabase(): D1Database {
  const never = () => new Promise<never>(() => {});
  const statement = { bind: () => statement, all: never, run: never, raw: never, first: never };
  return databaseOf((name) => (name === "prepare" ? () => statement : never));
}

/** D1 with these methods, even in its sessions. */
export function databaseOf(method: (name: string | symbol) => unknown): D1Database {
  const database: D1Database = new Proxy(env.DB, {
    get: (_, name) => (name === "withSession" ? () => database : method(name)),
  });
  return database;
}

/** A binding with some members replaced. The platform's own methods only work when called on the original object. */
export function bindingWith<Binding extends object>(
  binding: Binding,
  methods: Readonly<Record<string, unknown>>,
): Binding {
  return new Proxy(binding, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return methods[String(name)];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** The real inboxes, with some methods replaced. */
export function inboxesWith(methods: Readonly<Record<string, unknown>>): Env["INBOX"] {
  const inboxOf = (id: string) => {
    const inbox: object = env.INBOX.getByName(id);
    return new Proxy(inbox, {
      get: (target, method) => methods[String(method)] ?? Reflect.get(target, method, target),
    });
  };
  return bindingWith(env.INBOX, { getByName: inboxOf });
}

/** Inboxes that can't be reached. */
export function unreachableInboxes(): Env["INBOX"] {
  // The platform's own message.
  const down = () => Promise.reject(new Error("Network connection lost."));
  return bindingWith(env.INBOX, { getByName: () => new Proxy({}, { get: () => down }) });
}

/** An object whose calls all go through `intercept`, which decides whether to make them. */
export function observedObject(
  object: object,
  intercept: (proceed: () => unknown, method: string, args: unknown[]) => unknown,
): object {
  return new Proxy(object, {
    get:
      (target, name) =>
      (...args: unknown[]): unknown =>
        intercept(() => Reflect.apply(Reflect.get(target, name, target), target, args), String(name), args),
  });
}

/** The real rooms. `calls` has each call to one of them as `method` and arguments. */
export function observedRooms(): { rooms: Env["AUCTION_ROOM"]; calls: [string, ...unknown[]][] } {
  const calls: [string, ...unknown[]][] = [];
  const getByName = (id: string) =>
    observedObject(env.AUCTION_ROOM.getByName(id), (proceed, method, args) => {
      calls.push([method, ...args]);
      return proceed();
    });
  return { rooms: bindingWith(env.AUCTION_ROOM, { getByName }), calls };
}

/** Objects of a class that execute their calls, but then lose the answers with an error. */
export function disconnectedObjects<Class extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<Class>,
  message: string,
): DurableObjectNamespace<Class> {
  const getByName = (id: string) =>
    observedObject(namespace.getByName(id), async (proceed) => {
      await proceed();
      throw new Error(message);
    });
  return bindingWith(namespace, { getByName });
}

/** Objects of a class whose calls are never answered. */
export function silentObjects<Class extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<Class>,
): DurableObjectNamespace<Class> {
  const silent = new Proxy({}, { get: () => () => new Promise<never>(() => {}) });
  return bindingWith(namespace, { getByName: () => silent });
}

/**
 * A D1 that fails once, at its nth call from now on, either before it does the work or after it, when the answer is
 * lost.
 */
export function failingDatabase(
  nth: number,
  failsAfterWork: boolean,
): { database: D1Database; hasFailed: () => boolean } {
  let uses = 0;
  const database = observedDatabase(async (work) => {
    uses += 1;
    if (uses !== nth) return work();
    if (failsAfterWork) await work();
    throw new Error("D1 is away");
  });
  return { database, hasFailed: () => uses >= nth };
}

/** A D1 that does the work of its first call right away, but answers it only after `released`. */
export function lateDatabase(released: Promise<void>): D1Database {
  let isFirst = true;
  return observedDatabase(async (work) => {
    const isDelayed = isFirst;
    isFirst = false;
    const answer = await work();
    if (isDelayed) await released;
    return answer;
  });
}

/** A D1 that passes each call through `intercept`. */
function observedDatabase(intercept: (work: () => Promise<unknown>) => Promise<unknown>): D1Database {
  const observed = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => observed(target.bind(...values));
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function" || !["run", "all", "raw", "first"].includes(String(name))) return member;
        return (...args: unknown[]) => intercept(async () => Reflect.apply(member, target, args));
      },
    });
  return bindingWith(env.DB, {
    prepare: (text: string) => observed(env.DB.prepare(text)),
    batch: (statements: D1PreparedStatement[]) => intercept(() => env.DB.batch(statements)),
  });
}
