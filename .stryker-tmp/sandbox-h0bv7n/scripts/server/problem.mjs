/** Something that the person can put right: its message is all that they need to see. */
// @ts-nocheck

export class Problem extends Error {}
