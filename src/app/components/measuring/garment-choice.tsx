import { Check } from "lucide-react";
import { garmentTypeName } from "#core/garment-type-name.ts";
import type { Finding } from "#features/body/check/check-profile.ts";
import { openQuestions } from "#features/body/check/open-questions.ts";
import {
  countedNames,
  secondReadingsText,
  unmeasured,
} from "#features/body/measurement/capture-steps.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { effortText } from "#features/body/measurement/measuring-effort.ts";
import type { MeasuredGarment } from "#features/body/measurement/required-measurements.ts";
import {
  MEASURED_GARMENTS,
  measurementSetOf,
} from "#features/body/measurement/required-measurements.ts";
import { GuideBar } from "./guide-bar.tsx";
import { StepTitle } from "./step-title.tsx";
import { useFindings } from "./use-findings.ts";

type Props = {
  profile: MeasurementProfile;
  onChoose: (garment: MeasuredGarment) => void;
  onClose: () => void;
};

/** What is measured depends on the garment, never on the person. */
export function GarmentChoice({ onChoose, onClose, profile }: Props) {
  const findings = useFindings(profile);
  const isFirst = Object.keys(profile.readings).length === 0;
  return (
    <div className="flex grow flex-col gap-5">
      <GuideBar
        personName={profile.label.value}
        progress="Before you begin"
        share={null}
        onBack={null}
        onList={null}
        onClose={onClose}
      />
      <div className="mx-auto w-full max-w-220">
        <StepTitle progress="Before you begin" title="What shall be made?">
          {isFirst
            ? "Each garment needs its own measurements. You can add another later."
            : "What is measured already counts for every garment."}
        </StepTitle>
        <ul className="mt-6 grid gap-x-10 border-t border-line sm:grid-cols-2 sm:border-0">
          {MEASURED_GARMENTS.map((garment) => (
            <li key={garment} className="border-b border-line">
              <button
                type="button"
                onClick={() => onChoose(garment)}
                className="flex min-h-14 w-full justify-between py-2 text-left transition-colors hover:text-demerara max-sm:flex-col sm:items-center sm:gap-4"
              >
                <span className="text-lg">{garmentTypeName(garment).name}</span>
                <Missing profile={profile} garment={garment} findings={findings} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type MissingProps = {
  garment: MeasuredGarment;
  profile: MeasurementProfile;
  findings: readonly Finding[];
};

/** "Measured" is only what can be ordered now. */
function Missing({ findings, garment, profile }: MissingProps) {
  const required = countedNames(profile, measurementSetOf(garment)?.required ?? []);
  const missing = unmeasured(profile, required);
  const questions = openQuestions(findings, profile, required).length;
  if (missing.length === 0 && questions === 0) {
    return (
      <span className="flex items-center gap-2 text-sm text-ink-soft">
        Measured <Check size={16} aria-hidden="true" className="text-success" />
      </span>
    );
  }
  const isOnlyAgain = secondReadingsText(profile, required) !== null;
  return (
    <span className="figures text-sm text-ink-soft sm:text-right">
      {missing.length === 0
        ? `${questions} to look at`
        : isOnlyAgain
          ? `${missing.length} to read once more`
          : effortText(missing, missing.length < required.length ? "more" : "measurements")}
    </span>
  );
}
