import { classNames } from "./class-names.ts";

const ground = "animate-breathe bg-line/60";

/** `className` sets the width. */
export function SkeletonLine({ className = "w-full" }: { className?: string }) {
  return <div className={classNames(ground, "h-4", className)} />;
}

export function SkeletonCard() {
  return (
    <div>
      <div className={classNames(ground, "aspect-4/5")} />
      <div className="mt-3 flex justify-between gap-6">
        <SkeletonLine className="w-1/2" />
        <SkeletonLine className="w-14" />
      </div>
    </div>
  );
}

/** Announced once. */
export function SkeletonGrid({ count = 8, label }: { count?: number; label: string }) {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return (
    <div role="status" className="card-grid">
      <span className="sr-only">{label}</span>
      {indexes.map((index) => (
        <SkeletonCard key={index} />
      ))}
    </div>
  );
}

export function SkeletonProduct({ label }: { label: string }) {
  return (
    <div role="status" className="grid gap-8 md:grid-cols-12 md:gap-16">
      <span className="sr-only">{label}</span>
      <div className={classNames(ground, "aspect-4/5 md:col-span-7")} />
      <div className="space-y-5 md:col-span-5 md:pt-8">
        <SkeletonLine className="w-28" />
        <div className={classNames(ground, "h-11 w-4/5")} />
        <SkeletonLine className="w-20" />
        <div className="space-y-2 py-4">
          <SkeletonLine />
          <SkeletonLine />
          <SkeletonLine className="w-2/3" />
        </div>
        <div className="flex gap-2">
          {["xs", "s", "m", "l"].map((size) => (
            <div key={size} className={classNames(ground, "size-12")} />
          ))}
        </div>
        <div className={classNames(ground, "h-14 w-full")} />
      </div>
    </div>
  );
}
