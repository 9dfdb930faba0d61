/**
 * Sign-in attempts on one account. Each network, and each device that has signed in before, has a separate counter.
 * After a few failures there is a wait, which gets longer with each further failure. A success clears it. Attempts from
 * elsewhere don't count against a known device or network, so no one can lock the owner out there.
 *
 * Unknown networks also share a limit. When it is used up, each of them gets a place in a queue. A place is one
 * attempt, from a time that is fixed when the network first tries. No other network can use it up or move it. So
 * guessing stays slow no matter how many networks take part. On a new device and a new network, the owner waits once,
 * for a known time, unless a day's places are taken.
 *
 * A network here is a /24 of IPv4 or a /48 of IPv6, so neighbors share their attempts.
 *
 * An attempt counts as failed from its start, so concurrent attempts all count. Times are epoch ms.
 */

import type { UseCounts } from "./counts.ts";

export type LoginLimits = {
  /** Attempts from one network or known device before the first wait. The last of them begins it. */
  readonly freeAttempts: number;
  /** Failed attempts from all unknown networks together before they must queue. */
  readonly maxFailuresFromUnknownNetworks: number;
  /** Failures before the first wait count for this long. */
  readonly windowMs: number;
  /**
   * The first wait, and the one after each further failure. The last one repeats. A wait is kept for a day, or until a
   * success.
   */
  readonly waitsMs: readonly number[];
  /** The interval between two places in the queue. */
  readonly queueIntervalMs: number;
  /** How far away the last place in the queue may be. A network that finds none has to try again. */
  readonly maxQueueMs: number;
  /**
   * Failures in a row after which a device is no longer known. Someone may have stolen its cookie without having the
   * password.
   */
  readonly maxDeviceFailures: number;
};

/** The same limits, multiplied by `scale`. The waits stay the same. */
export function scaleLoginLimits(limits: LoginLimits, scale: number): LoginLimits {
  return {
    ...limits,
    freeAttempts: limits.freeAttempts * scale,
    maxFailuresFromUnknownNetworks: limits.maxFailuresFromUnknownNetworks * scale,
    maxDeviceFailures: limits.maxDeviceFailures * scale,
  };
}

/** The origin of an attempt. `device` is null without a cookie for this account. */
type LoginSource = { readonly network: string; readonly device: string | null };

export type LoginSuccess = {
  /** The device's new ID, which replaces the one it had. Null if devices can't be known. */
  readonly issuedDevice: string | null;
  /** Whether `begin` counted this attempt as failed. It doesn't count those without a password, such as Google's. */
  readonly wasCounted: boolean;
};

/** The prefix for the names of failed sign-in counts. */
export const FAILED_PREFIX = "failed: ";
/** Failed attempts from all unknown networks together. */
const UNKNOWN_NETWORKS = `${FAILED_PREFIX}unknown networks`;
/** How many of the newest networks with a successful login are known. One person uses fewer. */
const MAX_KNOWN_NETWORKS = 50;
/** Networks without a success for about 90 days are unknown again. */
const KNOWN_NETWORK_MS = 90 * 24 * 3_600_000;
/**
 * How many of the newest devices are known, the same as `MAX_SESSIONS`. Each device has as many attempts as a network.
 */
const MAX_KNOWN_DEVICES = 10;
/** As long as the cookie is valid. */
const KNOWN_DEVICE_MS = 365 * 24 * 3_600_000;

/** `step` is the position in `waitsMs`. */
type LoginWait = { step: number; until: number };

export class LoginAttempts {
  readonly #sql: SqlStorage;
  /** Failures are counted by scope. */
  readonly #counts: UseCounts;

  constructor(sql: SqlStorage, counts: UseCounts) {
    this.#sql = sql;
    this.#counts = counts;
  }

  /** Counts a failed attempt and returns 0, or counts nothing and returns how many milliseconds to wait. */
  begin({ network, device }: LoginSource, limits: LoginLimits, now: number): number {
    const knownDevice = device !== null && this.isKnownDevice(device) ? device : null;
    const scope = knownDevice === null ? scopeOfNetwork(network) : scopeOfDevice(knownDevice);
    const waitMs = this.#waitMs(scope, now);
    if (waitMs > 0) return waitMs;
    if (knownDevice === null && !this.#isKnownNetwork(network)) {
      const queueMs = this.#queueMs(network, limits, now);
      if (queueMs > 0) return queueMs;
      this.#counts.add(UNKNOWN_NETWORKS, limits.windowMs, 1, now);
    }
    this.#recordFailure(scope, limits, now);
    this.#sql.exec("UPDATE known_devices SET failed = failed + 1 WHERE id = ?", knownDevice);
    this.#sql.exec("DELETE FROM known_devices WHERE failed >= ?", limits.maxDeviceFailures);
    return 0;
  }

  /**
   * Clears the counters of this source, and makes it known. Returns whether the device is new to an account that has
   * other known devices.
   */
  recordSuccess({ network, device }: LoginSource, { issuedDevice, wasCounted }: LoginSuccess, now: number): boolean {
    const isNewDevice = this.#hasKnownDevices() && (device === null || !this.isKnownDevice(device));
    const wasKnown = this.#isKnownNetwork(network) || (device !== null && this.isKnownDevice(device));
    // It was counted as failed at its start.
    if (wasCounted && !wasKnown) this.#counts.refund(UNKNOWN_NETWORKS);
    const scopes = [scopeOfNetwork(network), ...(device === null ? [] : [scopeOfDevice(device)])];
    for (const scope of scopes) this.#clear(scope);
    this.#sql.exec("DELETE FROM queue_places WHERE network = ?", network);
    this.#sql.exec("INSERT OR REPLACE INTO known_networks (network, at) VALUES (?, ?)", network, now);
    this.#sql.exec(
      `DELETE FROM known_networks WHERE network NOT IN
         (SELECT network FROM known_networks ORDER BY at DESC LIMIT ?)`,
      MAX_KNOWN_NETWORKS,
    );
    if (issuedDevice === null) return false;
    this.#sql.exec("DELETE FROM known_devices WHERE id = ?", device);
    this.#sql.exec("INSERT INTO known_devices (id, failed, at) VALUES (?, 0, ?)", issuedDevice, now);
    this.#sql.exec(
      "DELETE FROM known_devices WHERE id NOT IN (SELECT id FROM known_devices ORDER BY at DESC, rowid DESC LIMIT ?)",
      MAX_KNOWN_DEVICES,
    );
    return isNewDevice;
  }

  /** Only this source stays known. */
  revokeOthers({ network, device }: LoginSource): void {
    this.#sql.exec("DELETE FROM known_networks WHERE network <> ?", network);
    this.#sql.exec("DELETE FROM known_devices WHERE id IS NOT ?", device);
  }

  isKnownDevice(device: string): boolean {
    return this.#sql.exec("SELECT 1 FROM known_devices WHERE id = ?", device).toArray().length > 0;
  }

  #hasKnownDevices(): boolean {
    return this.#sql.exec("SELECT 1 FROM known_devices LIMIT 1").toArray().length > 0;
  }

  /**
   * Removes waits and places in the queue older than `retentionMs`. Known networks and devices stay longer. Returns
   * whether any are left.
   */
  removeOld(now: number, retentionMs: number): boolean {
    const cutoff = now - retentionMs;
    this.#sql.exec("DELETE FROM login_waits WHERE at <= ?", cutoff);
    this.#sql.exec("DELETE FROM queue_places WHERE at <= ?", cutoff);
    this.#sql.exec("DELETE FROM known_networks WHERE at <= ?", cutoff - KNOWN_NETWORK_MS);
    this.#sql.exec("DELETE FROM known_devices WHERE at <= ?", cutoff - KNOWN_DEVICE_MS);
    const { left } = this.#sql
      .exec<{ left: number }>(
        `SELECT EXISTS (SELECT 1 FROM login_waits) OR EXISTS (SELECT 1 FROM queue_places)
             OR EXISTS (SELECT 1 FROM known_networks) OR EXISTS (SELECT 1 FROM known_devices) AS left`,
      )
      .one();
    return left === 1;
  }

  /**
   * 0 while the shared limit isn't used up, or once the network's turn in the queue has come. Otherwise the time until
   * its turn.
   */
  #queueMs(
    network: string,
    { maxFailuresFromUnknownNetworks, windowMs, queueIntervalMs, maxQueueMs }: LoginLimits,
    now: number,
  ): number {
    const place = this.#sql.exec<{ at: number }>("SELECT at FROM queue_places WHERE network = ?", network).toArray()[0];
    const isOpen =
      this.#counts.waitMs(UNKNOWN_NETWORKS, 1, [{ max: maxFailuresFromUnknownNetworks, windowMs }], now) === 0;
    if (isOpen || (place && place.at <= now)) {
      this.#sql.exec("DELETE FROM queue_places WHERE network = ?", network);
      return 0;
    }
    if (place) return place.at - now;
    const { last } = this.#sql.exec<{ last: number | null }>("SELECT MAX(at) AS last FROM queue_places").one();
    const at = Math.max(last ?? now, now) + queueIntervalMs;
    // Gives this network no place. If places shared a time, a thousand networks would have a thousand attempts then.
    if (at > now + maxQueueMs) return maxQueueMs;
    this.#sql.exec("INSERT INTO queue_places (network, at) VALUES (?, ?)", network, at);
    return at - now;
  }

  #recordFailure(scope: string, limits: LoginLimits, now: number): void {
    const { freeAttempts, windowMs, waitsMs } = limits;
    this.#counts.add(scope, windowMs, 1, now);
    const isFree = this.#counts.waitMs(scope, 1, [{ max: freeAttempts, windowMs }], now) === 0;
    const step = this.#findWait(scope)?.step ?? 0;
    if (step === 0 && isFree) return;
    const waitMs = waitsMs[Math.min(step, waitsMs.length - 1)] ?? windowMs;
    this.#sql.exec(
      "INSERT OR REPLACE INTO login_waits (scope, step, until, at) VALUES (?, ?, ?, ?)",
      scope,
      step + 1,
      now + waitMs,
      now,
    );
  }

  #clear(scope: string): void {
    this.#counts.clear(scope);
    this.#sql.exec("DELETE FROM login_waits WHERE scope = ?", scope);
  }

  #waitMs(scope: string, now: number): number {
    return Math.max(0, (this.#findWait(scope)?.until ?? 0) - now);
  }

  #findWait(scope: string): LoginWait | undefined {
    return this.#sql.exec<LoginWait>("SELECT step, until FROM login_waits WHERE scope = ?", scope).toArray()[0];
  }

  #isKnownNetwork(network: string): boolean {
    return this.#sql.exec("SELECT 1 FROM known_networks WHERE network = ?", network).toArray().length > 0;
  }
}

function scopeOfNetwork(network: string): string {
  return `${FAILED_PREFIX}network ${network}`;
}

function scopeOfDevice(device: string): string {
  return `${FAILED_PREFIX}device ${device}`;
}
