/**
 * What the journal's hash chain is computed over. Both sides use this text: the room inside its write, and the
 * browser that verifies a closed auction. Hashing itself needs a platform and stays outside.
 */
// @ts-nocheck
function stryNS_9fa48() {
  var g = typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
  var ns = g.__stryker__ || (g.__stryker__ = {});
  if (ns.activeMutant === undefined && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) {
    ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
  }
  function retrieveNS() {
    return ns;
  }
  stryNS_9fa48 = retrieveNS;
  return retrieveNS();
}
stryNS_9fa48();
function stryCov_9fa48() {
  var ns = stryNS_9fa48();
  var cov = ns.mutantCoverage || (ns.mutantCoverage = {
    static: {},
    perTest: {}
  });
  function cover() {
    var c = cov.static;
    if (ns.currentTestId) {
      c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
    }
    var a = arguments;
    for (var i = 0; i < a.length; i++) {
      c[a[i]] = (c[a[i]] || 0) + 1;
    }
  }
  stryCov_9fa48 = cover;
  cover.apply(null, arguments);
}
function stryMutAct_9fa48(id) {
  var ns = stryNS_9fa48();
  function isActive(id) {
    if (ns.activeMutant === id) {
      if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) {
        throw new Error('Stryker: Hit count limit reached (' + ns.hitCount + ')');
      }
      return true;
    }
    return false;
  }
  stryMutAct_9fa48 = isActive;
  return isActive(id);
}
import type { Fact } from "./auction.ts";

/** A fact as everyone may see it: its place, its time, its public part, and the hash that commits to its secret. */
export type PublicRecord = {
  readonly seq: number;
  readonly at: number;
  readonly fact: Fact;
  readonly sealed?: string;
};

/** The hash before the first fact: 64 zeros. */
export const GENESIS_HASH = (stryMutAct_9fa48("361") ? "" : (stryCov_9fa48("361"), "0")).repeat(64);

/** The text whose SHA-256 (lower-case hex) is the hash of this record. */
export function chainInput(previousHash: string, record: PublicRecord): string {
  if (stryMutAct_9fa48("362")) {
    {}
  } else {
    stryCov_9fa48("362");
    const {
      seq,
      at,
      fact,
      sealed
    } = record;
    return stryMutAct_9fa48("363") ? previousHash - canonicalJson(sealed === undefined ? {
      seq,
      at,
      fact
    } : {
      seq,
      at,
      fact,
      sealed
    }) : (stryCov_9fa48("363"), previousHash + canonicalJson((stryMutAct_9fa48("366") ? sealed !== undefined : stryMutAct_9fa48("365") ? false : stryMutAct_9fa48("364") ? true : (stryCov_9fa48("364", "365", "366"), sealed === undefined)) ? stryMutAct_9fa48("367") ? {} : (stryCov_9fa48("367"), {
      seq,
      at,
      fact
    }) : stryMutAct_9fa48("368") ? {} : (stryCov_9fa48("368"), {
      seq,
      at,
      fact,
      sealed
    })));
  }
}

/** JSON with sorted keys and no blanks: one text for one value, whoever writes it. */
export function canonicalJson(value: unknown): string {
  if (stryMutAct_9fa48("369")) {
    {}
  } else {
    stryCov_9fa48("369");
    if (stryMutAct_9fa48("371") ? false : stryMutAct_9fa48("370") ? true : (stryCov_9fa48("370", "371"), Array.isArray(value))) return stryMutAct_9fa48("372") ? `` : (stryCov_9fa48("372"), `[${value.map(canonicalJson).join(stryMutAct_9fa48("373") ? "" : (stryCov_9fa48("373"), ","))}]`);
    if (stryMutAct_9fa48("376") ? value === null && typeof value !== "object" : stryMutAct_9fa48("375") ? false : stryMutAct_9fa48("374") ? true : (stryCov_9fa48("374", "375", "376"), (stryMutAct_9fa48("378") ? value !== null : stryMutAct_9fa48("377") ? false : (stryCov_9fa48("377", "378"), value === null)) || (stryMutAct_9fa48("380") ? typeof value === "object" : stryMutAct_9fa48("379") ? false : (stryCov_9fa48("379", "380"), typeof value !== (stryMutAct_9fa48("381") ? "" : (stryCov_9fa48("381"), "object")))))) return JSON.stringify(value);
    const members = stryMutAct_9fa48("382") ? Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1).map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`) : (stryCov_9fa48("382"), Object.entries(value).filter(stryMutAct_9fa48("383") ? () => undefined : (stryCov_9fa48("383"), ([, member]) => stryMutAct_9fa48("386") ? member === undefined : stryMutAct_9fa48("385") ? false : stryMutAct_9fa48("384") ? true : (stryCov_9fa48("384", "385", "386"), member !== undefined))).toSorted(stryMutAct_9fa48("387") ? () => undefined : (stryCov_9fa48("387"), ([a], [b]) => (stryMutAct_9fa48("391") ? a >= b : stryMutAct_9fa48("390") ? a <= b : stryMutAct_9fa48("389") ? false : stryMutAct_9fa48("388") ? true : (stryCov_9fa48("388", "389", "390", "391"), a < b)) ? stryMutAct_9fa48("392") ? +1 : (stryCov_9fa48("392"), -1) : 1)).map(stryMutAct_9fa48("393") ? () => undefined : (stryCov_9fa48("393"), ([key, member]) => stryMutAct_9fa48("394") ? `` : (stryCov_9fa48("394"), `${JSON.stringify(key)}:${canonicalJson(member)}`))));
    return stryMutAct_9fa48("395") ? `` : (stryCov_9fa48("395"), `{${members.join(stryMutAct_9fa48("396") ? "" : (stryCov_9fa48("396"), ","))}}`);
  }
}