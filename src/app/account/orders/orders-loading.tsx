import { SkeletonLine } from "#ui/skeleton.tsx";

export function OrdersLoading() {
  return (
    <div role="status" className="py-10">
      <span className="sr-only">Loading your orders</span>
      {["one", "two", "three", "four"].map((row) => (
        <div
          key={row}
          className="flex items-center justify-between gap-8 border-b border-line py-5"
        >
          <SkeletonLine className="w-28" />
          <SkeletonLine className="w-24 max-sm:hidden" />
          <SkeletonLine className="w-24" />
          <SkeletonLine className="w-16" />
        </div>
      ))}
    </div>
  );
}
