import { SkeletonLine } from "#ui/skeleton.tsx";

const ROWS = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

/** The list of products to come, in its own shape. */
export function ProductsLoading() {
  return (
    <div role="status" className="pt-5">
      <span className="sr-only">Loading products</span>
      <SkeletonLine className="mb-6 h-11 w-full max-w-80" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-13 items-center gap-4 border-b border-line">
          <SkeletonLine className="h-10 w-8" />
          <SkeletonLine className="w-2/5" />
          <SkeletonLine className="ml-auto w-24 max-sm:hidden" />
          <SkeletonLine className="w-16" />
        </div>
      ))}
    </div>
  );
}
