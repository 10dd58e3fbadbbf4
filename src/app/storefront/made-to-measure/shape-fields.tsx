import type { ReactNode } from "react";
import { useState } from "react";
import { PostureDrawing, ShoulderDrawing } from "#app/components/measuring/shape-drawings.tsx";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { POSTURES, SHOULDER_SHAPES } from "#features/body/measurement/measurement-profile.ts";
import { SHAPE_PROMISES } from "#features/patterns/body-shape/posture-amounts.ts";
import { Button } from "#ui/button.tsx";
import { FitSection, ImageTile } from "./option-groups.tsx";

/** Both shapes change only what hangs from the shoulders. */
const HANGS_FROM_SHOULDERS: MeasurementName = "shoulderToShoulder";

const labelOf = (value: string) => value.charAt(0).toUpperCase() + value.slice(1);

type Props = {
  person: MeasurementProfile;
  required: readonly MeasurementName[];
  onChange: (person: MeasurementProfile) => void;
};

/**
 * Posture and shoulder shape belong to the person, so they are stored with the measurements. The guide asks for both, so a
 * person who has them sees them in one line.
 */
export function ShapeFields(props: Props) {
  const { person, required } = props;
  const [isOpen, setIsOpen] = useState(false);
  if (!required.includes(HANGS_FROM_SHOULDERS)) return null;
  const { posture, shoulders } = person;
  const isFolded = posture && shoulders && !isOpen;
  return (
    <FitSection
      title="Posture and shoulders"
      aside={isFolded ? undefined : "Optional"}
      lead={isFolded ? undefined : `${SHAPE_PROMISES.posture} ${SHAPE_PROMISES.shoulders}`}
    >
      {isFolded ? (
        <p className="flex flex-wrap items-center justify-between gap-x-6 text-sm">
          <span>
            {labelOf(posture.value)} posture, {shoulders.value} shoulders
          </span>
          <Button variant="quiet" size="sm" onClick={() => setIsOpen(true)}>
            Change
          </Button>
        </p>
      ) : (
        <ShapeTiles {...props} />
      )}
    </FitSection>
  );
}

const center = "flex justify-center pt-3";

function ShapeTiles({ person, onChange }: Props) {
  const now = () => new Date().toISOString();
  return (
    <>
      <RowOf label={`Posture, seen from the side`} columns="grid-cols-4">
        {POSTURES.map((posture) => (
          <ImageTile
            key={posture}
            name="posture"
            value={posture}
            checked={person.posture?.value === posture}
            label={labelOf(posture)}
            image={
              <span className={center}>
                <PostureDrawing posture={posture} />
              </span>
            }
            onChoose={() => onChange({ ...person, posture: { value: posture, at: now() } })}
          />
        ))}
      </RowOf>
      <RowOf label="Shoulders, seen from the front" columns="grid-cols-3">
        {SHOULDER_SHAPES.map((shape) => (
          <ImageTile
            key={shape}
            name="shoulders"
            value={shape}
            checked={person.shoulders?.value === shape}
            label={labelOf(shape)}
            image={
              <span className={center}>
                <ShoulderDrawing shoulders={shape} />
              </span>
            }
            onChoose={() => onChange({ ...person, shoulders: { value: shape, at: now() } })}
          />
        ))}
      </RowOf>
    </>
  );
}

type RowProps = { label: string; columns: string; children: ReactNode };

function RowOf({ label, columns, children }: RowProps) {
  return (
    <fieldset className="mb-6 last:mb-0">
      <legend className="mb-3 text-sm font-medium">{label}</legend>
      <div className={`grid gap-2 sm:gap-3 ${columns}`}>{children}</div>
    </fieldset>
  );
}
