import { PostureDrawing, ShoulderDrawing } from "#app/components/measuring/shape-drawings.tsx";
import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/measurement/measurement-profile.ts";
import { POSTURES, SHOULDER_SHAPES } from "#features/measurement/measurement-profile.ts";
import { FitSection, ImageTile } from "./option-groups.tsx";

/** Both shapes change only what hangs from the shoulders. */
const HANGS_FROM_SHOULDERS: MeasurementName = "shoulderToShoulder";

const labelOf = (value: string) => value.charAt(0).toUpperCase() + value.slice(1);

type Props = {
  person: MeasurementProfile;
  required: readonly MeasurementName[];
  onChange: (person: MeasurementProfile) => void;
};

/** Posture and shoulder shape belong to the person, so they are stored with the measurements. */
export function ShapeFields({ person, required, onChange }: Props) {
  if (!required.includes(HANGS_FROM_SHOULDERS)) return null;
  const now = () => new Date().toISOString();
  return (
    <>
      <FitSection
        title="Posture"
        aside="Optional"
        lead={`How ${person.label.value === "Me" ? "you stand" : "the person stands"}, seen from the side.`}
      >
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {POSTURES.map((posture) => (
            <ImageTile
              key={posture}
              name="posture"
              value={posture}
              checked={person.posture?.value === posture}
              label={labelOf(posture)}
              picture={
                <span className="flex justify-center pt-3">
                  <PostureDrawing posture={posture} />
                </span>
              }
              onChoose={() => onChange({ ...person, posture: { value: posture, at: now() } })}
            />
          ))}
        </div>
      </FitSection>
      <FitSection title="Shoulders" aside="Optional" lead="How they fall, seen from the front.">
        <div className="grid grid-cols-3 gap-3">
          {SHOULDER_SHAPES.map((shape) => (
            <ImageTile
              key={shape}
              name="shoulders"
              value={shape}
              checked={person.shoulders?.value === shape}
              label={labelOf(shape)}
              picture={
                <span className="flex justify-center pt-3">
                  <ShoulderDrawing shoulders={shape} />
                </span>
              }
              onChoose={() => onChange({ ...person, shoulders: { value: shape, at: now() } })}
            />
          ))}
        </div>
      </FitSection>
    </>
  );
}
