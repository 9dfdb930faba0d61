/** Stops a property test at its first failure. That kills the mutant, and no one needs a smaller example. */
import * as fc from "fast-check";

fc.configureGlobal({ endOnFailure: true });
