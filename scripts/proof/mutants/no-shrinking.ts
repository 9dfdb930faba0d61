/** Stops a property at its first failure: a mutant is killed then, and nobody looks for a smaller example. */
import * as fc from "fast-check";

fc.configureGlobal({ endOnFailure: true });
