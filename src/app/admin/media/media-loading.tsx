import { SkeletonLine } from "#ui/skeleton.tsx";

const ROWS = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

/** The media library to come, in its own shape. */
export function MediaLoading() {
  return (
    <div role="status" className="pt-5">
      <span className="sr-only">Loading media</span>
      <SkeletonLine className="mb-6 h-17 w-full" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-13 items-center gap-4 border-b border-line">
          <SkeletonLine className="size-10" />
          <SkeletonLine className="w-1/4" />
          <SkeletonLine className="ml-auto w-1/3 max-sm:hidden" />
          <SkeletonLine className="w-16" />
        </div>
      ))}
    </div>
  );
}
