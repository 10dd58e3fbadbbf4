import { SkeletonCard, SkeletonLine } from "#ui/skeleton.tsx";

/** The site's pictures to come, in their own shape. */
export function SiteImagesLoading() {
  return (
    <div role="status" className="pt-6">
      <span className="sr-only">Loading site images</span>
      <SkeletonLine className="mb-8 h-6 w-60" />
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {["one", "two", "three"].map((place) => (
          <SkeletonCard key={place} />
        ))}
      </div>
    </div>
  );
}
