/**
 * The people in a simulated world: their accounts in D1, their sessions in their inboxes, and what they do with their
 * accounts. A session stands for the token in a browser and the Worker that renews it.
 */
import { listAuctionIdsByBidder, listRunningAuctionIdsByBidder } from "../../../worker/accounts/queries/people.ts";
import { isFresh, SESSION_MS } from "../../../worker/accounts/sessions.ts";
import { openDatabase } from "../../../worker/db/database.ts";
import { changePerson } from "../../../worker/moderation/queries/moderated-people.ts";
import type { Actor, Viewer } from "../../../worker/rpc/room-rpc.ts";
import { actorNamed } from "../oracle/commands.ts";
import type { Simulation } from "./simulation.ts";

export class SimulatedSession {
  readonly person: SimulatedPerson;
  readonly #simulation: Simulation;
  readonly #opening: Promise<void>;
  /** Empty until the session is opened, and forever if signing in fails. */
  id = "";
  readonly expiresAt: number;
  /** When the inbox last confirmed the session (epoch ms). */
  #checkedAt = 0;
  /** When the end of the session was acknowledged (epoch ms). Infinity before that. */
  endedAt = Infinity;
  /** Whether someone has begun to end the session. */
  isEnding = false;
  /** Whether an inbox has confirmed the session after its end. */
  wasConfirmedLate = false;
  /** How far the clock of this session's Worker is off. Each isolate has its own clock. */
  readonly #skewMs: number;

  constructor(simulation: Simulation, person: SimulatedPerson) {
    this.#simulation = simulation;
    this.person = person;
    this.expiresAt = Math.floor(simulation.loop.now) + SESSION_MS;
    this.#skewMs = (2 * simulation.random.next() - 1) * simulation.faults.profile.skewMs;
    this.#opening = this.#open();
  }

  async #open(): Promise<void> {
    const [simulation, { id }] = [this.#simulation, this.person];
    const metadata = { device: null, network: null };
    const isAnswered = await simulation.retry(async () => {
      const opened = await simulation.call(simulation.inbox(id), (inbox) => inbox.openSession(id, metadata));
      this.id = opened?.id ?? "";
      this.#checkedAt = opened?.checkedAt ?? 0;
      this.isEnding ||= opened === null;
    });
    this.isEnding ||= !isAnswered;
  }

  /**
   * The viewer that the Worker reads from the token. Null if it refuses the token. Rejects if it needs the inbox and
   * the inbox doesn't answer.
   */
  async viewer(): Promise<Required<Viewer> | null> {
    await this.#opening;
    const simulation = this.#simulation;
    const { actor } = this.person;
    const sessionId = this.id;
    if (sessionId === "") return null;
    const isFreshEnough = isFresh({ checkedAt: this.#checkedAt }, simulation.loop.now + this.#skewMs);
    if (!isFreshEnough && !(await this.confirmWithInbox())) return null;
    const origin = { network: "network", device: deviceOf(this.person), session: sessionId };
    return { actor, sessionId, expiresAt: this.expiresAt, checkedAt: this.#checkedAt, origin };
  }

  /** Calls the inbox even if the token is fresh, as the Worker does for calls that could take over an account. */
  async confirmWithInbox(): Promise<boolean> {
    const { env, loop } = this.#simulation;
    const requestedAt = loop.now;
    const confirmed = await env.INBOX.getByName(this.person.id).checkSession(this.person.id, this.id);
    if (!confirmed) return false;
    this.#checkedAt = confirmed.checkedAt;
    this.wasConfirmedLate ||= requestedAt > this.endedAt;
    return true;
  }
}

/** A suspension: when it was acknowledged and when it was lifted. */
type Suspension = { doneAt: number; liftedAt: number };

/** An account deletion: when it was requested and when it was acknowledged. */
export type Deletion = { readonly requestedAt: number; doneAt: number };

export function deviceOf({ id }: Pick<SimulatedPerson, "id">): string {
  return `device of ${id}`;
}

export class SimulatedPerson {
  readonly id: string;
  readonly sessions: SimulatedSession[] = [];
  /** How the person chooses to bid. "always" takes effect before their first bid. */
  anonymity: "never" | "always" | "sometimes";
  isAnonymous: boolean;
  deletion: Deletion | null = null;
  suspension: Suspension | null = null;
  hasReadInbox = false;
  /** Whether the deletion was requested or has begun. From then on, the person does nothing else. */
  isDeletingAccount = false;

  constructor(id: string, anonymity: SimulatedPerson["anonymity"]) {
    this.id = id;
    this.anonymity = anonymity;
    this.isAnonymous = anonymity === "always";
  }

  get actor(): Actor {
    return { ...actorNamed(this.id), firstName: this.firstName, anonymous: this.isAnonymous };
  }

  get firstName(): string {
    return `name of ${this.id}`;
  }

  get email(): string {
    return `${this.id}@example.com`;
  }

  /** The newest session that's neither being ended nor expired. */
  liveSession(now: number): SimulatedSession | undefined {
    return this.sessions.findLast(({ isEnding, expiresAt }) => !isEnding && expiresAt > now);
  }
}

export class People {
  readonly #simulation: Simulation;
  readonly all: readonly SimulatedPerson[];

  constructor(simulation: Simulation) {
    const { random, features, db, loop, seed } = simulation;
    this.#simulation = simulation;
    const drawAnonymity = () =>
      features.has("anonymity") ? random.pick(["never", "always", "sometimes"] as const) : "never";
    this.all = ["sue", "ann", "bob", "cem", "dan"].map(
      (name) => new SimulatedPerson(`${name}${seed}`, drawAnonymity()),
    );
    for (const { id, firstName, email, isAnonymous } of this.all) {
      db.insert("users", {
        id,
        first_name: firstName,
        last_name: "Example",
        search_name: "",
        email,
        role: "User",
        created_at: loop.now,
        anonymous: Number(isAnonymous),
      });
    }
    for (const person of this.all) this.signIn(person);
  }

  get(id: string): SimulatedPerson {
    const person = this.all.find((candidate) => candidate.id === id);
    if (!person) throw new Error(`there is no person ${id}`);
    return person;
  }

  /** Everyone who isn't deleting their account or suspended. */
  get active(): readonly SimulatedPerson[] {
    return this.all.filter(({ isDeletingAccount, suspension }) => {
      return !isDeletingAccount && (suspension === null || suspension.liftedAt < Infinity);
    });
  }

  /** A new session. Null if the account is deleted or suspended. */
  signIn(person: SimulatedPerson): SimulatedSession | null {
    const { db } = this.#simulation;
    const [account] = db.query("SELECT 1 FROM users WHERE id = ? AND suspended_at IS NULL", person.id);
    if (!account) return null;
    const session = new SimulatedSession(this.#simulation, person);
    person.sessions.push(session);
    return session;
  }

  /** Signs a person out as the Worker does. No one retries if this fails. */
  async signOut(person: SimulatedPerson): Promise<void> {
    const simulation = this.#simulation;
    const session = person.liveSession(simulation.loop.now);
    if (!session) return;
    session.isEnding = true;
    try {
      await session.viewer();
      await simulation.env.INBOX.getByName(person.id).endSession(session.id);
      session.endedAt = simulation.loop.now;
      simulation.trace("signed out", session.id);
    } catch (error) {
      simulation.trace("sign-out unanswered", session.id, String(error));
    }
  }

  /** Suspends a person as the Worker does. The admin retries after a failure. */
  async suspend(person: SimulatedPerson): Promise<void> {
    const simulation = this.#simulation;
    const { env, loop } = simulation;
    const db = openDatabase(env.DB);
    const suspension: Suspension = { doneAt: Infinity, liftedAt: Infinity };
    person.suspension = suspension;
    for (const session of person.sessions) session.isEnding = true;
    const isDone = await simulation.retry(async () => {
      const at = Math.floor(loop.now);
      await changePerson(db, { actorId: "admin", action: "suspend", targetId: person.id, reason: "Shills", at });
      const ids = await listRunningAuctionIdsByBidder(db, person.id);
      await env.INBOX.getByName(person.id).enforceSuspension(person.id, ids);
    });
    simulation.trace(isDone ? "suspended" : "suspension unanswered", person.id);
    if (!isDone) return;
    suspension.doneAt = loop.now;
    for (const session of person.sessions) {
      // A session that's still being opened is refused, unless D1 was restored to before the suspension.
      if (session.id === "" && simulation.features.has("restore")) continue;
      session.endedAt = Math.min(session.endedAt, loop.now);
    }
  }

  /** Lifts the suspension. The person can then sign in again. */
  async liftSuspension(person: SimulatedPerson): Promise<void> {
    const { env, loop } = this.#simulation;
    const { suspension } = person;
    if (!suspension) return;
    const action = { actorId: "admin", action: "restore", targetId: person.id, reason: "A mistake" } as const;
    try {
      await changePerson(openDatabase(env.DB), { ...action, at: Math.floor(loop.now) });
    } catch {
      // The change may or may not have taken effect, so signing in may still be refused.
    }
    suspension.liftedAt = loop.now;
    this.signIn(person);
  }

  /** Requests the deletion of an account. If it's refused, the person stays active. */
  async deleteAccount(person: SimulatedPerson): Promise<void> {
    const simulation = this.#simulation;
    const requestedAt = simulation.loop.now;
    person.isDeletingAccount = true;
    person.deletion ??= { requestedAt, doneAt: Infinity };
    try {
      const result = await simulation.call(simulation.inbox(person.id), (inbox) => inbox.deleteAccount(person.id));
      simulation.trace("account deletion", person.id, result);
      if (result === "removed") person.deletion.doneAt = simulation.loop.now;
      else person.isDeletingAccount = result === "checking";
    } catch (error) {
      simulation.trace("account deletion unanswered", person.id, String(error));
      person.isDeletingAccount = false;
    }
  }

  /** Stores the choice to bid anonymously and sends it to the rooms, as the Worker does. */
  async setAnonymous(person: SimulatedPerson, anonymous: boolean): Promise<void> {
    const simulation = this.#simulation;
    const db = openDatabase(simulation.env.DB);
    person.isAnonymous = anonymous;
    try {
      const auctionIds = await listAuctionIdsByBidder(db, person.id);
      await simulation.call(simulation.inbox(person.id), (inbox) =>
        inbox.setAnonymous(person.id, anonymous, auctionIds),
      );
    } catch (error) {
      simulation.trace("anonymity change unanswered", person.id, String(error));
    }
  }
}
