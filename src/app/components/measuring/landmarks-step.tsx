import { useEffect, useEffectEvent } from "react";
import type { LandmarkName } from "#features/body/measurement/measurement-definitions.ts";
import { LANDMARKS } from "#features/body/measurement/measurement-definitions.ts";
import { Button } from "#ui/button.tsx";
import {
  BELOW_DRAWING,
  BESIDE_DRAWING,
  STEP_PARTS,
  StepActions,
  StepTitle,
} from "./step-title.tsx";

type Props = {
  landmarks: readonly LandmarkName[];
  progress: string;
  onFound: () => void;
};

const spokenOf = (landmark: LandmarkName): string => {
  const { check, find, label } = LANDMARKS[landmark];
  return `${label}. ${find} ${check}`;
};

/** Every point that the measurements begin or end at, on one screen, with the numbers of the drawing. */
export function LandmarksStep({ landmarks, onFound, progress }: Props) {
  usePressedOnTitle(onFound);
  const isOne = landmarks.length === 1;
  return (
    <div className={STEP_PARTS}>
      <StepTitle
        progress={progress}
        title={isOne ? "Find this point" : `Find these ${landmarks.length} points`}
        spoken={landmarks.map(spokenOf).join(" ")}
        className={BESIDE_DRAWING}
      >
        The tape begins or ends there. Leave string and sticker on until the last measurement.
      </StepTitle>
      <ol className={BELOW_DRAWING}>
        {landmarks.map((landmark, index) => {
          const { check, find, label } = LANDMARKS[landmark];
          return (
            <li key={landmark} className="flex gap-3 border-t border-line py-3">
              {!isOne && (
                <span aria-hidden="true" className="figures w-4 shrink-0 text-demerara">
                  {index + 1}
                </span>
              )}
              <div className="text-ink-soft">
                <strong className="block font-medium text-ink">{label}</strong>
                <p>{find}</p>
                <p>
                  <strong className="font-medium text-ink">Check.</strong> {check}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      <StepActions>
        <Button size="lg" className="w-full" onClick={onFound}>
          {isOne ? "Found it" : "Found them all"}
        </Button>
      </StepActions>
    </div>
  );
}

/** Enter on the title, which has the focus when a screen without a field appears, does what the screen's button does. */
function usePressedOnTitle(press: () => void) {
  const onEnter = useEffectEvent(press);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { key, target } = event;
      const isOnTitle = target instanceof Element && target.matches("[data-step-title]");
      if (key !== "Enter" || !isOnTitle) return;
      event.preventDefault();
      if (!event.repeat) onEnter();
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
