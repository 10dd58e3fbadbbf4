import { SkeletonLine } from "#ui/skeleton.tsx";

/** Four beside each other, two on phones. */
export const relatedGrid =
  "mt-6 grid grid-cols-2 gap-x-[clamp(0.75rem,2vw,2rem)] gap-y-8 md:grid-cols-4";

/** The shape of four small cards, as tall as they will be; nothing for a browser that runs no script. */
export function PiecesToCome() {
  return (
    <div aria-hidden="true" className={`${relatedGrid} noscript:hidden`}>
      {["first", "second", "third", "fourth"].map((place) => (
        <div key={place}>
          <div className="aspect-4/5 bg-cloth" />
          <SkeletonLine className="mt-3 w-2/3" />
          <SkeletonLine className="mt-2 w-1/3" />
        </div>
      ))}
    </div>
  );
}
