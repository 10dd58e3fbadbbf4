import { SkeletonLine } from "#ui/skeleton.tsx";

const CARDS = ["one", "two", "three", "four", "five", "six"];

/** The categories to come, in their own shape. */
export function CategoriesLoading() {
  return (
    <div role="status" className="space-y-6 pt-5">
      <span className="sr-only">Loading categories</span>
      <SkeletonLine className="h-6 w-56" />
      <div className="flex gap-5 overflow-hidden border-b border-line pb-3">
        {CARDS.map((tab) => (
          <SkeletonLine key={tab} className="w-32 shrink-0" />
        ))}
      </div>
      <CardsLoading />
    </div>
  );
}

/** A category's cards to come. */
export function CardsLoading() {
  return (
    <div className="grid grid-cols-1 gap-px border border-line bg-line sm:grid-cols-2 xl:grid-cols-3">
      {CARDS.map((card) => (
        <div key={card} className="flex gap-4 bg-white p-4">
          <SkeletonLine className="h-25 w-20 shrink-0" />
          <div className="grow space-y-3">
            <SkeletonLine className="w-3/4" />
            <SkeletonLine className="w-20" />
            <SkeletonLine className="w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
