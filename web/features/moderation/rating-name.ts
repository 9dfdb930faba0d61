/** Names a rating for its buttons and dialogs, because its text may be empty. */
export function ratingName({ text, stars }: { readonly text: string; readonly stars: number }): string {
  return text === "" ? `${stars} of 5 stars` : text;
}
