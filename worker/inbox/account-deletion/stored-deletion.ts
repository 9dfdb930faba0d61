/** The progress of an account deletion, in the KV of its inbox. */

/** Stored under these names. Don't rename them. */
export const DELETION_STEPS = ["deleteRow", "leaveAuctions", "callRooms", "deletePictures", "deletePerson"] as const;
export type DeletionStep = (typeof DELETION_STEPS)[number];

/** The inbox's KV keys for a deletion and its user. Don't change them. */
export const DELETION_KEY = "accountDeletion";
export const USER_ID_KEY = "userId";
/** Set while D1 decides whether the deletion begins. After a crash, D1 has the answer. */
const DECIDING_KEY = "deletionDeciding";

/** A deletion that can still be refused, until the user's tokens have expired and we have checked again. */
type PendingDeletion = { readonly step: "wait"; readonly until: number } | { readonly step: "check" };
/** A step of a deletion that cannot be refused. */
type DeletionUnderWay = { readonly step: DeletionStep };

export class StoredDeletion {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  get userId(): string | undefined {
    return this.#kv.get<string>(USER_ID_KEY);
  }

  set userId(userId: string) {
    this.#kv.put(USER_ID_KEY, userId);
  }

  get exists(): boolean {
    return this.#value !== undefined;
  }

  get isDone(): boolean {
    return this.#value === "done";
  }

  /** Whether a deletion is under way or done, and cannot be refused. */
  get hasBegun(): boolean {
    return this.isDone || this.deletionUnderWay !== null;
  }

  get deletionUnderWay(): DeletionUnderWay | null {
    const value = this.#value;
    return value === undefined || value === "done" || value.step === "wait" || value.step === "check" ? null : value;
  }

  get pendingDeletion(): PendingDeletion | null {
    const value = this.#value;
    return value !== undefined && value !== "done" && (value.step === "wait" || value.step === "check") ? value : null;
  }

  /** Whether D1 is deciding about a deletion, and its answer isn't known here yet. */
  get isDeciding(): boolean {
    return this.#kv.get<true>(DECIDING_KEY) === true;
  }

  moveTo(next: PendingDeletion | DeletionUnderWay | "done"): void {
    this.#kv.put(DELETION_KEY, next);
  }

  remove(): void {
    this.#kv.delete(DELETION_KEY);
  }

  beginDeciding(): void {
    this.#kv.put(DECIDING_KEY, true);
  }

  endDeciding(): void {
    this.#kv.delete(DECIDING_KEY);
  }

  get #value(): PendingDeletion | DeletionUnderWay | "done" | undefined {
    return this.#kv.get<PendingDeletion | DeletionUnderWay | "done">(DELETION_KEY);
  }
}
