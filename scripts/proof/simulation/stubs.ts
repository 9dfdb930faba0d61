/** Stubs through which the Worker and other objects call a Durable Object. Each method is a call over the network. */
import type { Fate } from "./faults.ts";
import type { SimulatedPlatform } from "./instance.ts";
import type { CallOutcome } from "./network.ts";
import type { SimulatedObject, ObjectHandlers } from "./simulated-object.ts";

/** `fetch` passes sockets, which can't be copied. The data of all other calls is copied, as on the platform. */
const UNCOPIED_METHOD = "fetch";

/** A namespace of objects. `fateOf` draws the fate of a method call. */
export function namespaceOf<Object_ extends ObjectHandlers & object>(
  platform: SimulatedPlatform,
  hostOf: (name: string) => SimulatedObject<Object_>,
  fateOf: (method: string) => Fate,
): { getByName(name: string): unknown } {
  const call = (name: string, method: string, args: readonly unknown[]) => {
    const copies: readonly unknown[] = method === UNCOPIED_METHOD ? args : structuredClone(args);
    return platform.network.request<unknown>(platform.loop.current, fateOf(method), (reply) =>
      hostOf(name).receive(
        async (object) => {
          const work: unknown = Reflect.get(object, method);
          if (typeof work !== "function") throw new Error(`the object has no method ${method}`);
          const answer: unknown = await Reflect.apply(work, object, [...copies]);
          return method === UNCOPIED_METHOD ? answer : structuredClone(answer);
        },
        (outcome: CallOutcome<unknown>) => reply(outcome),
      ),
    );
  };
  return {
    getByName: (name) =>
      new Proxy(
        {},
        {
          // A stub seems to have every method except `then`. With `then`, `await` would treat it as a promise.
          get: (_, method) =>
            typeof method === "symbol" || method === "then"
              ? undefined
              : (...args: readonly unknown[]) => call(name, method, args),
        },
      ),
  };
}
