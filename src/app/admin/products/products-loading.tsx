import { ListLoading } from "#app/shell/admin-page.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";

/** The list of products to come, in its own shape. */
export function ProductsLoading() {
  return (
    <ListLoading
      label="Loading products"
      filters="mb-6 h-11 w-full max-w-80"
      row={
        <>
          <SkeletonLine className="h-10 w-8" />
          <SkeletonLine className="w-2/5" />
          <SkeletonLine className="ml-auto w-24 max-sm:hidden" />
          <SkeletonLine className="w-16" />
        </>
      }
    />
  );
}
