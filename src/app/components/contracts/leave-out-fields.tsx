import { correctionText } from "#features/garments/fit-memory/correction.ts";
import type { LocatedPoint } from "#features/garments/fit-memory/fit-sections.ts";
import { pointKey } from "#features/garments/fit-memory/fit-sections.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { leaveOutField } from "#features/garments/specification/specification.ts";
import { Checkbox } from "#ui/checkbox.tsx";

type Props = {
  corrections: FitSpecification["corrections"];
  isLeftOut: (located: LocatedPoint) => boolean;
};

/** What earlier garments change in this one, to be left out point by point. */
export function LeaveOutFields({ corrections = [], isLeftOut }: Props) {
  if (corrections.length === 0) return null;
  return (
    <fieldset>
      <legend className="text-sm font-medium">From earlier garments</legend>
      <p className="mt-1 text-sm text-ink-soft">
        This garment is made with these changes. Tick what to leave out of it; later orders keep it.
      </p>
      {corrections.map((correction) => (
        <Checkbox
          key={pointKey(correction)}
          name={leaveOutField(correction)}
          defaultChecked={isLeftOut(correction)}
          label={`Leave out: ${correctionText(correction, "cm")}`}
          hint={`Reported for the ${correction.product}`}
        />
      ))}
    </fieldset>
  );
}
