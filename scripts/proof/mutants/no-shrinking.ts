/** Stops a property at its first failure: a mutant is killed then, and a smaller example is of no use. */
import * as fc from "fast-check";

fc.configureGlobal({ endOnFailure: true });
