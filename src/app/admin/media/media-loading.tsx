import { ListLoading } from "#app/shell/admin-page.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";

/** The media library to come, in its own shape. */
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
