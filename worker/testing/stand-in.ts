/**
 * Gives a partial fake the type of the real object. The compiler refuses members that the real one doesn't have. The
 * platform's types have far more members than the product uses. If the fake lacks one that the product does use, the
 * test fails.
 */
export function standIn<Real>(fake: { readonly [Name in keyof NoInfer<Real>]?: unknown }): Real {
  return fake as Real;
}
