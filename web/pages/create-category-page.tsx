export default function CreateCategoryPage() {
  return null;
}
