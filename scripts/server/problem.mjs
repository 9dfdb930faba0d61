/** Something that the person can put right: its message is all that they need to see. */
export class Problem extends Error {}
