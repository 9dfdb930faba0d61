/**
 * How far a query without an answer is. One that is tried again counts as pending once more; for the eye it stays failed
 * until there is something to show, so that the button which tries again keeps its place and its focus.
 */
type Query = { readonly data: unknown; readonly errorUpdateCount: number };

export function hasFailed({ data, errorUpdateCount }: Query): boolean {
  return data === undefined && errorUpdateCount > 0;
}

export function isLoading(query: Query): boolean {
  return query.data === undefined && !hasFailed(query);
}
