/** Stops a property at its first failure. That's enough to kill the mutant, and no one needs a smaller example. */
import * as fc from "fast-check";

fc.configureGlobal({ endOnFailure: true });
