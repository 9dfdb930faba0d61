/**
 * Says that a stand-in is what it stands for. The platform's types name far more than the product uses; what is
 * missing would show at once, since the product's own objects run on these.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- named by the caller
export function standIn<Real>(fake: unknown): Real {
  return fake as Real;
}
