import { SkeletonLine } from "#ui/skeleton.tsx";

/** The form to come, in its own shape. */
export function FormLoading() {
  return (
    <div role="status" className="mx-auto max-w-page">
      <span className="sr-only">Loading the product</span>
      <SkeletonLine className="h-9 w-72" />
      <div className="mt-8 grid gap-8 xl:grid-cols-2">
        <div className="space-y-6">
          <SkeletonLine className="h-11 w-full" />
          <SkeletonLine className="h-36 w-full" />
          <SkeletonLine className="h-11 w-1/2" />
        </div>
        <SkeletonLine className="h-72 w-full" />
      </div>
    </div>
  );
}
