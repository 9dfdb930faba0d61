/**
 * The law's one door: a command about an auction, decided at a time. Pure, total, and the only function that the
 * room asks. Everything that it needs to know is in its arguments.
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
import type { Auction } from "./auction.ts";
import { type EditBid, editBid, type PlaceBid, placeBid, type WithdrawBid, withdrawBid } from "./bidding.ts";
import { type Close, close } from "./closing.ts";
import { type DeleteListing, deleteListing, type EditListing, editListing, type OpenAuction, openAuction } from "./listing.ts";
import { type Decision, refuse } from "./refusal.ts";
export type Command = OpenAuction | PlaceBid | EditBid | WithdrawBid | EditListing | DeleteListing | Close;
export function decide(auction: Auction | null, command: Command, now: number): Decision {
  if (stryMutAct_9fa48("307")) {
    {}
  } else {
    stryCov_9fa48("307");
    if (stryMutAct_9fa48("310") ? command.type !== "open" : stryMutAct_9fa48("309") ? false : stryMutAct_9fa48("308") ? true : (stryCov_9fa48("308", "309", "310"), command.type === (stryMutAct_9fa48("311") ? "" : (stryCov_9fa48("311"), "open")))) return openAuction(auction, command, now);
    if (stryMutAct_9fa48("314") ? (!auction || auction.phase === "removed") && auction.phase === "cancelled" : stryMutAct_9fa48("313") ? false : stryMutAct_9fa48("312") ? true : (stryCov_9fa48("312", "313", "314"), (stryMutAct_9fa48("316") ? !auction && auction.phase === "removed" : stryMutAct_9fa48("315") ? false : (stryCov_9fa48("315", "316"), (stryMutAct_9fa48("317") ? auction : (stryCov_9fa48("317"), !auction)) || (stryMutAct_9fa48("319") ? auction.phase !== "removed" : stryMutAct_9fa48("318") ? false : (stryCov_9fa48("318", "319"), auction.phase === (stryMutAct_9fa48("320") ? "" : (stryCov_9fa48("320"), "removed")))))) || (stryMutAct_9fa48("322") ? auction.phase !== "cancelled" : stryMutAct_9fa48("321") ? false : (stryCov_9fa48("321", "322"), auction.phase === (stryMutAct_9fa48("323") ? "" : (stryCov_9fa48("323"), "cancelled")))))) {
      if (stryMutAct_9fa48("324")) {
        {}
      } else {
        stryCov_9fa48("324");
        return refuse(stryMutAct_9fa48("325") ? {} : (stryCov_9fa48("325"), {
          code: stryMutAct_9fa48("326") ? "" : (stryCov_9fa48("326"), "auction_not_found")
        }));
      }
    }
    switch (command.type) {
      case stryMutAct_9fa48("328") ? "" : (stryCov_9fa48("328"), "placeBid"):
        if (stryMutAct_9fa48("327")) {} else {
          stryCov_9fa48("327");
          return placeBid(auction, command, now);
        }
      case stryMutAct_9fa48("330") ? "" : (stryCov_9fa48("330"), "editBid"):
        if (stryMutAct_9fa48("329")) {} else {
          stryCov_9fa48("329");
          return editBid(auction, command, now);
        }
      case stryMutAct_9fa48("332") ? "" : (stryCov_9fa48("332"), "withdrawBid"):
        if (stryMutAct_9fa48("331")) {} else {
          stryCov_9fa48("331");
          return withdrawBid(auction, command, now);
        }
      case stryMutAct_9fa48("334") ? "" : (stryCov_9fa48("334"), "editListing"):
        if (stryMutAct_9fa48("333")) {} else {
          stryCov_9fa48("333");
          return editListing(auction, command, now);
        }
      case stryMutAct_9fa48("336") ? "" : (stryCov_9fa48("336"), "deleteListing"):
        if (stryMutAct_9fa48("335")) {} else {
          stryCov_9fa48("335");
          return deleteListing(auction, command, now);
        }
      case stryMutAct_9fa48("338") ? "" : (stryCov_9fa48("338"), "close"):
        if (stryMutAct_9fa48("337")) {} else {
          stryCov_9fa48("337");
          return close(auction, command, now);
        }
    }
  }
}