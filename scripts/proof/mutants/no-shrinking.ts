/** Stops a property at its first failure. That kills the mutant, and a smaller example is of no use. */
import * as fc from "fast-check";

fc.configureGlobal({ endOnFailure: true });
