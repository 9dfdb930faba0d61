/** An error that the user can fix. It shows only its message, without a stack. */
export class Problem extends Error {}
