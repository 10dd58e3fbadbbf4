import { ListLoading } from "#app/shell/admin-page.tsx";
import { SkeletonCard, SkeletonLine } from "#ui/skeleton.tsx";

const CARDS = ["one", "two", "three", "four", "five", "six"];

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

export function MediaLoading() {
  return (
    <ListLoading
      label="Loading media"
      filters="mb-6 h-17 w-full"
      row={
        <>
          <SkeletonLine className="size-10" />
          <SkeletonLine className="w-1/4" />
          <SkeletonLine className="ml-auto w-1/3 max-sm:hidden" />
          <SkeletonLine className="w-16" />
        </>
      }
    />
  );
}

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

export function SettingsLoading() {
  return (
    <div role="status" className="max-w-prose space-y-6 pt-6">
      <p className="text-sm text-ink-soft">Loading settings...</p>
      <SkeletonLine className="h-6 w-40" />
      {["one", "two", "three", "four"].map((field) => (
        <div key={field} className="space-y-2">
          <SkeletonLine className="w-28" />
          <SkeletonLine className="h-11 w-full" />
        </div>
      ))}
    </div>
  );
}

export function SiteImagesLoading() {
  return (
    <div role="status" className="pt-6">
      <span className="sr-only">Loading site images</span>
      <SkeletonLine className="mb-8 h-6 w-60" />
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {["one", "two", "three"].map((location) => (
          <SkeletonCard key={location} />
        ))}
      </div>
    </div>
  );
}

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
