import type { FormEvent } from "react";
import { useState } from "react";
import { formatDay } from "#core/georgetown-time.ts";
import {
  isMeasuredAlone,
  isOfEarlierVisit,
  nextReading,
  visitReadings,
} from "#features/body/measurement/capture-steps.ts";
import type {
  LandmarkName,
  MeasurementKind,
  MeasurementName,
} from "#features/body/measurement/measurement-definitions.ts";
import { LANDMARKS, MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import {
  formatMeasurement,
  formatValue,
  newestReading,
  parseMeasurement,
  readingText,
} from "#features/body/measurement/measurement-profile.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { Button } from "#ui/button.tsx";
import type { Draft } from "./guide-memory.browser.ts";
import { recallGuide, rememberGuide } from "./guide-memory.browser.ts";
import { BESIDE_DRAWING, STEP_PARTS, StepActions, StepTitle } from "./step-title.tsx";
import { ValueField } from "./value-field.tsx";

const PROBLEMS = {
  empty: "Enter what the tape shows, or skip it for later.",
  unreadable: "Enter a number, such as",
  too_many_readings: "This measurement has as many readings as we store. The last one counts.",
} as const;

const EXAMPLES: Readonly<Record<MeasurementKind, Readonly<Record<ChartUnit, string>>>> = {
  girth: { cm: "86.5", inches: "34 1/2" },
  length: { cm: "86.5", inches: "34 1/2" },
  weight: { cm: "70.5", inches: "155" },
  angle: { cm: "20", inches: "20" },
};

function problemText(
  problem: keyof typeof PROBLEMS,
  name: MeasurementName,
  unit: ChartUnit,
): string {
  if (problem !== "unreadable") return PROBLEMS[problem];
  const isHeightInInches = name === "height" && unit === "inches";
  const example = isHeightInInches ? "5'7 or 67" : EXAMPLES[MEASUREMENTS[name].kind][unit];
  return `${PROBLEMS[problem]} ${example}.`;
}

/** What the field holds before anything is entered: the known value, unless it is measured anew. */
function knownText(profile: MeasurementProfile, name: MeasurementName, unit: ChartUnit): string {
  const reading = newestReading(profile, name);
  return reading ? readingText(name, reading, unit) : "";
}

function draftText(name: MeasurementName, { text, unit }: Draft, shown: ChartUnit): string {
  if (unit === shown) return text;
  const value = parseMeasurement(name, text, unit);
  return value.ok ? formatValue(name, value.value, shown) : text;
}

type Props = {
  profile: MeasurementProfile;
  name: MeasurementName;
  again: boolean;
  progress: string;
  unit: ChartUnit;
  onUnit: (unit: ChartUnit) => void;
  onEnter: (text: string, unit: ChartUnit, again: boolean) => Promise<keyof typeof PROBLEMS | null>;
  onSkip: () => void;
};

export function MeasurementStep(props: Props) {
  const { again, name, onEnter, onSkip, onUnit, profile, progress, unit } = props;
  const step = `measurement:${name}`;
  const wanted = nextReading(profile, name);
  const isFresh = again || wanted === "again" || wanted === "third";
  const [draft, setDraft] = useState<Draft | null>(() => {
    const stored = recallGuide(profile.id).draft;
    return stored?.step === step ? stored : null;
  });
  const [problem, setProblem] = useState<keyof typeof PROBLEMS | null>(null);
  const [busy, setBusy] = useState(false);
  const { alone, instruction, label, landmarks, spoken } = MEASUREMENTS[name];
  const ownWay = isMeasuredAlone(profile, name) ? alone : null;

  const write = (text: string) => {
    const next = { step, text, unit };
    setDraft(next);
    setProblem(null);
    rememberGuide(profile.id, { draft: next });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const entered = draft ?? { text: isFresh ? "" : knownText(profile, name, unit), unit };
    setBusy(true);
    const refused = await onEnter(entered.text, entered.unit, isFresh);
    setBusy(false);
    setProblem(refused);
  };
  const shown = draft
    ? draftText(name, draft, unit)
    : isFresh
      ? ""
      : knownText(profile, name, unit);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={STEP_PARTS}>
      <StepTitle
        className={BESIDE_DRAWING}
        progress={progress}
        title={titleOf(label, wanted, again)}
        spoken={`${label}. ${ownWay ?? spoken}`}
      >
        {noteOf(profile, name, unit, wanted) ?? ownWay ?? instruction}
        {wanted !== "again" && wanted !== "third" && (
          <InFull spoken={ownWay ?? spoken} landmarks={landmarks} />
        )}
      </StepTitle>
      <StepActions>
        <ValueField
          name={name}
          text={shown}
          isKnown={draft === null}
          unit={unit}
          onText={write}
          onUnit={onUnit}
          error={problem && problemText(problem, name, unit)}
          onSkip={onSkip}
          busy={busy}
        >
          <div className="flex items-center gap-6">
            <Button type="submit" size="lg" className="flex-1" busy={busy} busyLabel="Checking...">
              Next
            </Button>
            <Button variant="quiet" size="lg" onClick={onSkip}>
              Skip for later
            </Button>
          </div>
        </ValueField>
      </StepActions>
    </form>
  );
}

type InFullProps = { spoken: string; landmarks: readonly LandmarkName[] };

/** The whole instruction, which is also read aloud, and where its points are. */
function InFull({ landmarks, spoken }: InFullProps) {
  return (
    <details className="text-sm">
      <summary className="link inline-flex min-h-11 items-center">How exactly?</summary>
      <p className="mb-2 max-w-form">{spoken}</p>
      {landmarks.map((landmark) => (
        <p key={landmark} className="mb-2 max-w-form">
          <strong className="font-medium text-ink">{LANDMARKS[landmark].label}.</strong>{" "}
          {LANDMARKS[landmark].find}
        </p>
      ))}
    </details>
  );
}

function titleOf(label: string, wanted: ReturnType<typeof nextReading>, again: boolean): string {
  if (wanted === "again") return `${label}, once more`;
  if (wanted === "third") return `${label}, a third time`;
  return again ? `${label}, measured again` : label;
}

/** Why a further reading is needed. */
function noteOf(
  profile: MeasurementProfile,
  name: MeasurementName,
  unit: ChartUnit,
  wanted: ReturnType<typeof nextReading>,
): string | null {
  if (wanted === "again") {
    const first = newestReading(profile, name);
    if (first && isOfEarlierVisit(first)) {
      return `You measured this once, on ${formatDay(new Date(first.at))}. Please measure it once more: it decides the cut, and a slip of the tape shows in no other way.`;
    }
    return "This one decides the pattern. Let go of the tape, and measure it a second time.";
  }
  if (wanted !== "third") return null;
  const readings = visitReadings(profile, name).current;
  const texts = readings.map((value) => formatMeasurement(name, value, unit));
  return `You read ${texts.join(" and ")}. Please measure a third time.`;
}
