/** An error that the user can fix: only its message is shown, no stack. */
export class Problem extends Error {}
