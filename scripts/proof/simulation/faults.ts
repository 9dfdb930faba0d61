/**
 * The faults of one simulation, and their frequency. The seed's generator draws everything. After a call of `calm`
 * there are no more faults, so that the judge can check the settled world.
 */
import type { Random } from "../../seed/random.ts";

/** The fate of one request to D1 or to an inbox. `late` is done half a minute later, without an answer. */
export type Fate = "well" | "failsBefore" | "failsAfter" | "hangs" | "hangsDone" | "late";

export type FaultProfile = {
  readonly name: string;
  /** Per turn that wrote something: a crash before the commit, or between the commit and sending. */
  readonly crash: number;
  /** Per turn that wrote nothing. */
  readonly idleCrash: number;
  /** Per statement that writes inside a transaction. */
  readonly disk: number;
  /** Per alarm: lost by the platform, fired twice, early or late. */
  readonly alarm: number;
  /** Per request to D1 or an inbox, the subscribers of a journal. */
  readonly subscriber: number;
  /** How often D1 or the inboxes are unreachable for a while. */
  readonly outage: number;
  /** Per client request: it never arrives, or its answer doesn't. */
  readonly client: number;
  /** Per call from one object to another, likewise. */
  readonly call: number;
  /** Per event of the scenario: a second instance replaces an object while the first one still runs. */
  readonly replace: number;
  /** Clocks of objects are off by at most this, and differ from one instance to the next. */
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

const FATES = { failsBefore: 3, failsAfter: 3, hangs: 1, hangsDone: 1, late: 1 } as const;

export class Faults {
  readonly profile: FaultProfile;
  readonly #random: Random;
  /** The fate of every request while a subscriber is unreachable, and when that ends (epoch ms). */
  readonly #away = new Map<"D1" | "inbox", { fate: Fate; until: number }>();
  #calm = false;
  /** Since when there are no more faults (epoch ms). */
  calmAt: number | null = null;
  /** How often each kind of fault struck. A simulation without faults proves nothing. */
  readonly struck = new Map<string, number>();

  constructor(profile: FaultProfile, random: Random) {
    this.profile = profile;
    this.#random = random;
  }

  calm(now: number): void {
    this.#calm = true;
    this.calmAt = now;
  }

  /** Whether a fault strikes now. */
  strikes(kind: Exclude<keyof FaultProfile, "name" | "subscriber" | "skewMs">, name: string = kind): boolean {
    if (this.#calm || !this.#random.chance(this.profile[kind])) return false;
    this.note(name);
    return true;
  }

  /** Whether a request goes where only a part of them goes. */
  reaches(part: number): boolean {
    return !this.#calm && this.#random.chance(part);
  }

  /** The fate of a call without a time limit, which never hangs. */
  fateOfCall(name: string): Fate {
    if (!this.strikes("call", `${name} fails`)) return "well";
    return this.#random.pick(["failsBefore", "failsAfter"]);
  }

  fateOf(subscriber: "D1" | "inbox", now: number): Fate {
    if (this.#calm) return "well";
    const away = this.#away.get(subscriber);
    if (away && now < away.until) return away.fate;
    if (!this.#random.chance(this.profile.subscriber)) return "well";
    const fate = this.#random.weighted(FATES);
    this.note(`${subscriber} ${fate}`);
    return fate;
  }

  /** Makes a subscriber unreachable for up to forty seconds. */
  goAway(subscriber: "D1" | "inbox", now: number): void {
    this.#away.set(subscriber, { fate: this.#random.weighted(FATES), until: now + this.#random.whole(500, 40_000) });
  }

  skewMs(): number {
    const most = this.#calm ? 0 : this.profile.skewMs;
    return most === 0 ? 0 : this.#random.whole(-most, most);
  }

  /** Counts a fault that is not drawn here. */
  note(kind: string): void {
    this.struck.set(kind, (this.struck.get(kind) ?? 0) + 1);
  }
}
