export const nothingYet = true;
