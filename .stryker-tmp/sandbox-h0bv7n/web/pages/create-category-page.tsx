// @ts-nocheck
export default function CreateCategoryPage() {
  return null;
}
