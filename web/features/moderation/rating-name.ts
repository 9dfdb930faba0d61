/** What a rating says, for the buttons and dialogs about it: its text may be empty. */
export function ratingName({ text, stars }: { readonly text: string; readonly stars: number }): string {
  return text === "" ? `${stars} of 5 stars` : text;
}
