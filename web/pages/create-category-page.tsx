import { CategoryNames } from "../features/categories/category-names.tsx";
import { NewCategoryForm } from "../features/categories/new-category-form.tsx";
import { PageHeading } from "../ui/page-heading.tsx";

export default function CreateCategoryPage() {
  return (
    <>
      <PageHeading title="Create Category" text="For items that don't fit any existing category." />
      <div className="mt-8 grid grid-cols-1 items-start gap-8 xl:grid-cols-[1.2fr_1fr]">
        <NewCategoryForm />
        <CategoryNames />
      </div>
    </>
  );
}
