/**
 * The faults of one simulation and how often they strike, all drawn from the seed. Once `calmAt` is set, no fault
 * strikes anymore, so that the judge can check a settled world.
 */
import type { Random } from "../../seed/random.ts";

/** What happens to one request to D1 or an inbox. A `late` one runs up to 40 seconds later and never gets an answer. */
export type Fate = "succeeds" | "failsBefore" | "failsAfter" | "hangs" | "hangsAfter" | "late";

export type FaultProfile = {
  readonly name: string;
  /** Per turn that wrote something: a crash before the commit, or after the commit but before anything is sent. */
  readonly crash: number;
  /** Per turn that wrote nothing: a crash. */
  readonly idleCrash: number;
  /** Per statement that writes inside a transaction: a failed write. */
  readonly disk: number;
  /** Per alarm: the platform loses it, or fires it twice, early or late. */
  readonly alarm: number;
  /** Per request to D1 or an inbox, which are the subscribers of a journal: any fate but `succeeds`. */
  readonly subscriber: number;
  /** How often D1 or the inboxes are unreachable for a while. */
  readonly outage: number;
  /** Per client request: it never arrives, or its answer doesn't. */
  readonly client: number;
  /** Per call from one object to another: it never arrives, or its answer doesn't. */
  readonly call: number;
  /** Per event of the scenario: a second instance replaces an object while the first one still runs. */
  readonly replace: number;
  /** The most that an object's clock can be off. Each instance draws its own offset. */
  readonly skewMs: number;
};

const NONE = {
  crash: 0,
  idleCrash: 0,
  disk: 0,
  alarm: 0,
  subscriber: 0,
  outage: 0,
  client: 0,
  call: 0,
  replace: 0,
  skewMs: 0,
};

const PROFILES: readonly FaultProfile[] = [
  {
    ...NONE,
    name: "everything",
    crash: 0.03,
    idleCrash: 0.01,
    disk: 0.01,
    alarm: 0.1,
    subscriber: 0.1,
    outage: 0.03,
    client: 0.04,
    call: 0.05,
    replace: 0.03,
    skewMs: 20,
  },
  { ...NONE, name: "crashes", crash: 0.1, idleCrash: 0.03, client: 0.02, call: 0.02 },
  { ...NONE, name: "subscribers", subscriber: 0.3, outage: 0.08, call: 0.15 },
  { ...NONE, name: "alarms", alarm: 0.5, subscriber: 0.1, crash: 0.01 },
  { ...NONE, name: "disk", disk: 0.04, client: 0.02, skewMs: 20 },
  { ...NONE, name: "two instances", replace: 0.15, client: 0.02, skewMs: 200 },
  { ...NONE, name: "fair weather" },
  // Clocks that differ by up to two seconds, which tokens allow for.
  { ...NONE, name: "clocks", client: 0.02, skewMs: 1_000 },
];

export function profileOf(seed: number): FaultProfile {
  const profile = PROFILES[seed % PROFILES.length];
  if (!profile) throw new Error(`no profile for seed ${seed}`);
  return profile;
}

const FATES = { failsBefore: 3, failsAfter: 3, hangs: 1, hangsAfter: 1, late: 1 } as const;

export class Faults {
  readonly profile: FaultProfile;
  readonly #random: Random;
  /** The fate of every request while a subscriber is unreachable, and when that ends (epoch ms). */
  readonly #outages = new Map<"D1" | "inbox", { fate: Fate; until: number }>();
  /** When the faults stopped (epoch ms). Null while they still strike. */
  calmAt: number | null = null;
  /** How many times each kind of fault struck, because a simulation without faults proves nothing. */
  readonly counts = new Map<string, number>();

  constructor(profile: FaultProfile, random: Random) {
    this.profile = profile;
    this.#random = random;
  }

  /** Whether a fault strikes now. */
  strikes(kind: Exclude<keyof FaultProfile, "name" | "subscriber" | "skewMs">, name: string = kind): boolean {
    if (this.calmAt !== null || !this.#random.chance(this.profile[kind])) return false;
    this.count(name);
    return true;
  }

  /** Whether one request is among this share (0 to 1) of all requests. False once faults have stopped. */
  affects(share: number): boolean {
    return this.calmAt === null && this.#random.chance(share);
  }

  /** The fate of a call that has no timeout. It can fail, but it never hangs. */
  fateOfCall(name: string): Fate {
    if (!this.strikes("call", `${name} fails`)) return "succeeds";
    return this.#random.pick(["failsBefore", "failsAfter"]);
  }

  fateOf(subscriber: "D1" | "inbox", now: number): Fate {
    if (this.calmAt !== null) return "succeeds";
    const outage = this.#outages.get(subscriber);
    if (outage && now < outage.until) return outage.fate;
    if (!this.#random.chance(this.profile.subscriber)) return "succeeds";
    const fate = this.#random.weighted(FATES);
    this.count(`${subscriber} ${fate}`);
    return fate;
  }

  /** Makes a subscriber unreachable for up to forty seconds. */
  startOutage(subscriber: "D1" | "inbox", now: number): void {
    this.#outages.set(subscriber, {
      fate: this.#random.weighted(FATES),
      until: now + this.#random.integer(500, 40_000),
    });
  }

  skewMs(): number {
    const most = this.calmAt !== null ? 0 : this.profile.skewMs;
    return most === 0 ? 0 : this.#random.integer(-most, most);
  }

  /** Counts a fault. Public, because callers also count faults that aren't drawn here. */
  count(kind: string, times = 1): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + times);
  }
}
