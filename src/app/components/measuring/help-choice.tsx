import { unmeasured, withoutGiven } from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS, needsHelp } from "#features/body/measurement/measurement-definitions.ts";
import type { HELP, MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { Button } from "#ui/button.tsx";
import { StepTitle } from "./step-title.tsx";

/** What is still to be measured and hard to reach alone; nothing is asked once the person has answered. */
export const namesForHelp = (
  profile: MeasurementProfile,
  names: readonly MeasurementName[],
): readonly MeasurementName[] =>
  profile.help === null ? unmeasured(profile, withoutGiven(names)).filter(needsHelp) : [];

type Props = {
  names: readonly MeasurementName[];
  profile: MeasurementProfile;
  onChange: (profile: MeasurementProfile) => void;
};

/** Says before anything is measured what needs a second person, and what is done without one. */
export function HelpChoice({ names, onChange, profile }: Props) {
  const choose = (value: (typeof HELP)[number]) =>
    onChange({ ...profile, help: { value, at: new Date().toISOString() } });
  const listed = names.map((name) => MEASUREMENTS[name].label.toLowerCase()).join("; ");
  return (
    <div className="mx-auto flex w-full max-w-180 flex-col gap-6">
      <StepTitle progress="Before you begin" title="Is somebody with you?">
        <p>A second person holds the tape best for: {listed}.</p>
        <p className="mt-3">
          Alone these come last, each with a way of its own. Such values may differ more, and your
          tailor looks at them at the fitting.
        </p>
      </StepTitle>
      <div className="flex flex-col gap-3">
        <Button size="lg" onClick={() => choose("with help")}>
          With help
        </Button>
        <Button size="lg" variant="secondary" onClick={() => choose("alone")}>
          Alone
        </Button>
      </div>
    </div>
  );
}
