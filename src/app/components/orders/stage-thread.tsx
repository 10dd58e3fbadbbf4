import type { GarmentStage } from "#features/garments/garment/garment.ts";
import { hasReached, STAGES, stageMessages } from "#features/garments/garment/garment.ts";

type Props = {
  stage: GarmentStage;
  /** The ground behind the thread. */
  on?: "white" | "paper";
};

/** All stages as a vertical thread: reached, the present one, and to come. */
export function StageThread({ on = "white", stage }: Props) {
  const ground = on === "white" ? "bg-white" : "bg-paper";
  if (stage === "cancelled") return <p className="text-sm text-ink-soft">Cancelled.</p>;
  return (
    <ol className="text-sm">
      {STAGES.map((each) => {
        const isReached = hasReached(stage, each);
        return (
          <li
            key={each}
            aria-current={each === stage ? "step" : undefined}
            className="group relative pb-3 pl-7 last:pb-0"
          >
            <span
              aria-hidden="true"
              className={`absolute top-3 bottom-[-0.75rem] left-1.25 w-px group-last:hidden ${isReached && each !== stage ? "bg-demerara" : "bg-line"}`}
            />
            <span
              aria-hidden="true"
              className={`absolute top-1.5 left-0 size-2.75 rounded-full border ${isReached ? "border-success bg-success" : `border-edge ${ground}`}`}
            />
            <span className={each === stage ? "font-medium" : isReached ? "" : "text-ink-quiet"}>
              {stageMessages[each]}
              {each === stage && <span className="sr-only"> (now)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
