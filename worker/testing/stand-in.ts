/**
 * Gives a partial fake the type of the real object. The platform's types have far more members than the product uses;
 * a missing one fails right away, because the product's own objects run on these fakes.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- named by the caller
export function standIn<Real>(fake: unknown): Real {
  return fake as Real;
}
