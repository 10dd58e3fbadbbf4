import { SkeletonLine } from "#ui/skeleton.tsx";

/** The site settings to come, in their own shape. */
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
