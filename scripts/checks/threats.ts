/**
 * The threats that the house must withstand, each with the tests that attack it: a file, and the title of a test in
 * it as it is written there.
 */
type Attack = readonly [file: string, title: string];

const routes = (file: string, title: string): Attack => [`worker/routes/${file}.test.ts`, title];
const http = (file: string, title: string): Attack => [`worker/http/${file}.test.ts`, title];
const proof = (file: string, title: string): Attack => [`scripts/proof/${file}.test.ts`, title];

const FOREIGN_PAGE = proof("threats/foreign-origins", "cannot make %s, whatever it calls itself");

export const THREATS: Readonly<Record<string, readonly Attack[]>> = {
  T1: [
    routes(
      "google",
      "is refused without the hand-off, with one that we did not sign, and with an attempt in its place",
    ),
    routes("google", "is refused for another uid than the verified one"),
    routes("google", "answers 503 where Google is not configured, as does its beginning, and the settings say so"),
    routes("google-callback", "when it is one that was used before"),
  ],
  T2: [
    routes("google", "never opens an account that has a password for the same e-mail, and says what to do"),
    routes("google", "and signing up with the e-mail of a Google account is refused, and no password opens it"),
  ],
  T3: [
    routes("auth", "makes a User, whatever role was asked for, who can log in with the e-mail in any case"),
    routes("listings", "ignores what only the server may say"),
  ],
  T4: [
    proof(
      "threats/canaries",
      "T4, T6, T23: what is private is found where it belongs and nowhere else; and after the account's end nowhere at all",
    ),
    routes("bids", "raises the price for everyone, and shows the bidder without an e-mail"),
    routes("sockets", "shows a visitor the auction, and every bid as it comes"),
  ],
  T5: [
    proof(
      "threats/forged-frames",
      "T5: a client announces nothing: others hear only what the house has recorded, and of a bid only what it decided",
    ),
    routes("sockets", "takes bids of the session that opened it, and of nobody else"),
  ],
  T6: [
    proof(
      "threats/canaries",
      "T4, T6, T23: what is private is found where it belongs and nowhere else; and after the account's end nowhere at all",
    ),
    routes("auth", "gives a host-only cookie that no script reads and no other site sends"),
    routes("auth", "gives a new token each time and ends the browser's earlier session"),
    routes("auth", "stores neither the password nor the session's token"),
    ["worker/accounts/sessions.test.ts", "ends after a day without use"],
    ["worker/accounts/sessions.test.ts", "lives on while it is used, but never longer than a week"],
    ["worker/accounts/sessions.test.ts", "makes room for newer ones: ten at most"],
  ],
  T7: [
    routes("auth", "ends the session at once and clears the cookie"),
    routes("sockets", "watches on after the log-out, and no longer bids"),
    routes("sockets", "hangs up at the log-out"),
  ],
  T8: [FOREIGN_PAGE, http("bodies", "takes nothing but JSON"), http("bodies", "takes nothing but multipart")],
  T9: [FOREIGN_PAGE, http("origin-guard", "opens no socket with someone's session")],
  T10: [
    routes(
      "login-rate-limits",
      "with wrong passwords waits after the fifth, even with the right one, and says how long",
    ),
    routes("login-rate-limits", "from one network stops after twenty in five minutes, before the body is read"),
    ["worker/rate-limits/login-attempts.test.ts", "are as many as they are when they come all at once"],
    routes("auth", "refuses a password that anyone would try, or that names the person or the house"),
  ],
  T11: [
    routes("auth", "answers an unknown person and a wrong password alike"),
    routes("auth", "answers with the specification's sentence when the e-mail is taken"),
    routes("login-rate-limits", "tells nobody whether there is such an account"),
    routes("password-resets", "says the same about an account that there is not, and sends nothing"),
  ],
  T12: [
    routes("access-matrix", "has a row for every call, and for nothing else"),
    routes("bids", "is for its bidder alone"),
    routes("listings", "is for its seller alone, and nothing is stored for anyone else"),
  ],
  T13: [
    ["web/e2e/routes.test.ts", "a user finds every screen, and the profile in place of login and sign-up"],
    proof(
      "threats/hostile-texts",
      "T13: %s in a title is text everywhere, and nothing of it is markup in the page's head",
    ),
    proof("threats/hostile-texts", "T13: %j makes a text show what it is not, and is refused wherever one is written"),
  ],
  T14: [
    proof(
      "threats/upload-corpus",
      "T14, T15: every file of the corpus is taken or refused as it was made to be, and what is kept hides nothing",
    ),
    routes("images", "is served encoded again, without what it hid, for good, and can run nothing"),
    routes("images", "is refused when it is no picture that we take, and nobody is signed up"),
  ],
  T15: [
    proof(
      "threats/upload-corpus",
      "T14, T15: every file of the corpus is taken or refused as it was made to be, and what is kept hides nothing",
    ),
    http("bodies", "is refused before it is read when it says that it is too large"),
    http("bodies", "is counted while it is read when it says nothing"),
    http("bodies", "is refused with tricks in its names or its depth"),
    ["worker/images/check.test.ts", "by its pixels, which are read and never made"],
    ["worker/images/check.test.ts", "%s, the largest one, of nothing but empty parts"],
  ],
  T16: [
    routes("google", "copies the picture as an upload is taken, and only from Google's host"),
    http("bodies", "refuses a text where the picture belongs"),
  ],
  T17: [
    proof("threats/hostile-texts", "T17: %s is looked for as it stands, stored as it stands, and reaches no statement"),
    ["scripts/lint-rules/lint-rules.test.ts", "a planted mistake is found where it was made"],
  ],
  T18: [
    ["worker/rules/withdrawal.test.ts", "when a bid may be withdrawn"],
    ["worker/rules/withdrawal.test.ts", "editing a bid does not begin its hour anew"],
    routes("delete-account", "is refused while the person leads a live auction, with the reason"),
  ],
  T19: [
    ["worker/room/commands/placing-bids.test.ts", "refuses the seller, and an auction that was never opened"],
    routes(
      "shill-signals",
      "a bid from the seller's device, or from his neighbourhood, is a sign; one from elsewhere is none",
    ),
    routes(
      "shill-signals",
      "five bids on one seller's auctions and none elsewhere are a sign, and so are three withdrawals",
    ),
    routes("shill-signals", "nothing of where a bid came from is in the clear, and nothing of it is public"),
  ],
  T20: [
    routes("listings", "is frozen once someone has bid: only the description grows, and the picture that stands stays"),
    routes("listings", "is too late with bids and less than twelve hours left"),
  ],
  T21: [
    routes(
      "rate-limits",
      "is bid ten times in ten seconds and sixty times a minute, placed or edited, over all auctions",
    ),
    [
      "worker/room/commands/bidding-everywhere.test.ts",
      "over all auctions' sockets one person bids ten times in ten seconds, however many auctions there are",
    ],
    [
      "worker/room/commands/turns.test.ts",
      "refuses bids that waited more than two seconds, undecided and to be sent again; what is no bid is decided",
    ],
  ],
  T22: [
    routes("bids", "with a key happens once, however often it is sent"),
    routes("repeats", "makes one auction, however often and however closely it is sent, and says the same each time"),
    proof(
      "torture/kill",
      "loses no acknowledged bid through twenty kills, and closes by itself what ended while it was down",
    ),
  ],
  T23: [
    http("answers", "says that something went wrong, and nothing else"),
    proof(
      "threats/canaries",
      "T4, T6, T23: what is private is found where it belongs and nowhere else; and after the account's end nowhere at all",
    ),
  ],
  T24: [["scripts/checks/bundle.test.ts", "T24: the Worker that is deployed holds no word of what serves the tests"]],
  T25: [
    ["worker/room/delivery/closing.test.ts", "sets a lost alarm again when something looks"],
    ["worker/sweep/sweep.test.ts", "makes a room look whose end passed without its alarm"],
  ],
  T26: [
    ["worker/rules/listing.test.ts", "a closed sale is never deleted"],
    ["web/e2e/errors.test.ts", "an auction with bids near its end cannot be deleted, and one without can"],
  ],
  T27: [
    ["scripts/checks/supply.test.ts", "T27: every package is named by one exact version, and the lock holds that one"],
    [
      "scripts/checks/supply.test.ts",
      "T27: Hono is past its advisories on cookies, tokens, addresses and bodies (4.12.21)",
    ],
  ],
};
