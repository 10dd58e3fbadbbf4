import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { POSTURES, SHOULDER_SHAPES } from "#features/body/measurement/measurement-profile.ts";
import { SHAPE_PROMISES } from "#features/patterns/body-shape/posture-amounts.ts";
import { Button } from "#ui/button.tsx";
import type { Mannequin } from "./guide-memory.browser.ts";
import { PostureDrawing, ShoulderDrawing } from "./shape-drawings.tsx";
import { StepTitle } from "./step-title.tsx";

export type ShapeKind = "posture" | "shoulders";

const TEXTS = {
  posture: {
    title: "How do you stand?",
    lead: "Look at yourself from the side, in a mirror or on a photo. Stand as you always do.",
  },
  shoulders: {
    title: "How do your shoulders fall?",
    lead: "Look at yourself from the front. The line runs from the neck to the shoulder tip.",
  },
} as const;

const LABELS: Readonly<Record<string, string>> = {
  upright: "Upright",
  average: "Average",
  forward: "Forward",
  "leaning back": "Leaning back",
  square: "Square",
  sloping: "Sloping",
};

type Props = {
  kind: ShapeKind;
  mannequin: Mannequin;
  profile: MeasurementProfile;
  progress: string;
  onChoose: (profile: MeasurementProfile) => void;
  onSkip: () => void;
};

/** The profile with a chosen posture or shoulder shape; `at` is now. */
function withShape(profile: MeasurementProfile, kind: ShapeKind, value: string) {
  const at = new Date().toISOString();
  return { ...profile, [kind]: { value, at } } as MeasurementProfile;
}

export function ShapeStep({ kind, mannequin, onChoose, onSkip, profile, progress }: Props) {
  const options: readonly string[] = kind === "posture" ? POSTURES : SHOULDER_SHAPES;
  return (
    <div className="flex flex-col gap-6 short:gap-4">
      <StepTitle progress={progress} title={TEXTS[kind].title}>
        {TEXTS[kind].lead} {SHAPE_PROMISES[kind]}
      </StepTitle>
      <ul
        className={
          kind === "posture" ? "grid grid-cols-4 gap-2 md:gap-3" : "grid grid-cols-3 gap-2 md:gap-3"
        }
      >
        {options.map((value) => {
          const chosen = profile[kind]?.value === value;
          return (
            <li key={value}>
              <button
                type="button"
                aria-pressed={chosen}
                onClick={() => onChoose(withShape(profile, kind, value))}
                className="flex size-full flex-col items-center gap-2 rounded-hair border border-line px-1 pt-4 pb-3 transition-colors md:px-2 hover:border-ink aria-pressed:border-demerara aria-pressed:inset-ring aria-pressed:inset-ring-demerara"
              >
                {kind === "posture" ? (
                  <PostureDrawing
                    mannequin={mannequin}
                    posture={value}
                    className="h-auto w-full md:h-64 md:w-auto"
                  />
                ) : (
                  <ShoulderDrawing
                    mannequin={mannequin}
                    shoulders={value}
                    className="w-full max-w-52"
                  />
                )}
                <span className="text-center text-sm font-medium">{LABELS[value]}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <Button variant="quiet" className="self-start" onClick={onSkip}>
        Skip for later
      </Button>
    </div>
  );
}
