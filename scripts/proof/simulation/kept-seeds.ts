/** Seeds in which something was found wrong once, in the product or in a judge, with what it was. They run with every test. */
export const KEPT_SEEDS: ReadonlyMap<number, string> = new Map([
  [5, "an alarm that is due at once rang without end for a room whose clock was behind (the simulated platform)"],
  [9, "a relay's internal_error was taken for a refusal of the bid (a judge)"],
  [91, "a relay that was replaced told its room that nobody watches, and its watchers were forgotten"],
  [187, "D1 was set back while newer facts were owed, and a bid from before them never came back"],
]);
