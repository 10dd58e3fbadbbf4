import { useState } from "react";
import * as engine from "#features/body/check/check-engine.ts";
import type { CheckStage } from "#features/body/check/check-profile.ts";
import type { MeasurementFinding } from "#features/body/check/open-questions.ts";
import { openQuestions } from "#features/body/check/open-questions.ts";
import type { CaptureStep, IsFound } from "#features/body/measurement/capture-steps.ts";
import {
  captureSteps,
  confirmReading,
  firstStep,
  isStepDone,
  nextReading,
  stepAfter,
  stepKey,
  unmeasured,
  valuesToCheck,
} from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENT_NAMES } from "#features/body/measurement/measurement-definitions.ts";
import type {
  MeasurementProfile,
  Reading,
} from "#features/body/measurement/measurement-profile.ts";
import { addReading, newestReading } from "#features/body/measurement/measurement-profile.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { isFound, recallGuide, rememberGuide } from "./guide-memory.browser.ts";

export type GuideScreen =
  /** `again`: the value is measured anew, so the field is empty. */
  | { readonly kind: "step"; readonly step: CaptureStep; readonly again: boolean }
  | { readonly kind: "check"; readonly finding: MeasurementFinding }
  | { readonly kind: "list" };

export type MeasuringGuideProps = {
  readonly profile: MeasurementProfile;
  /** What the garment needs, in the order in which a person is measured; what the profile has already is not requested again. */
  readonly names: readonly MeasurementName[];
  /** Receives the profile after every reading. */
  readonly onChange: (profile: MeasurementProfile) => void;
  /** Receives the profile with the newest reading. */
  readonly onDone: (profile: MeasurementProfile) => void;
  /** Who measures; the person by default. */
  readonly source?: Reading["source"];
  /** Begins with this measurement, taken anew. */
  readonly startWith?: MeasurementName;
  /** Leaves the guide before it is complete; absent where the page has its own way out. */
  readonly onClose?: () => void;
};

/** The engine arrives with the guide, so that a network that is lost later leaves no value unchecked. */
const loadEngine = () => Promise.resolve(engine);

/** A value that was decided or entered anew is another question. */
const questionKey = (profile: MeasurementProfile, { cause, name }: MeasurementFinding) =>
  `${name} ${cause.reason} ${newestReading(profile, name)?.at}`;

/**
 * The question to ask now. On the way each value is questioned once in a visit of the guide; at the end whatever is still open of what
 * the garment needs (`names`), because it cannot be ordered before.
 */
async function findQuestion(
  profile: MeasurementProfile,
  names: readonly MeasurementName[],
  stage: CheckStage,
  questioned: ReadonlySet<string>,
): Promise<MeasurementFinding | null> {
  const engine = await loadEngine().catch(() => null);
  if (!engine) return null;
  const { findings } = engine.checkMeasurements(valuesToCheck(profile), stage);
  const isComplete = stage === "complete";
  const open = openQuestions(findings, profile, isComplete ? names : MEASUREMENT_NAMES);
  return (
    open.find((finding) => isComplete || !questioned.has(questionKey(profile, finding))) ?? null
  );
}

const foundBy =
  ({ id }: MeasurementProfile): IsFound =>
  (landmark) =>
    isFound(id, landmark);

function firstScreen(
  steps: readonly CaptureStep[],
  { profile, startWith }: MeasuringGuideProps,
): GuideScreen {
  if (startWith) {
    return { kind: "step", step: { kind: "measurement", name: startWith }, again: true };
  }
  const remembered = recallGuide(profile.id).step;
  const step = steps[firstStep(profile, steps, remembered, foundBy(profile)) ?? -1];
  return step ? { kind: "step", step, again: false } : { kind: "list" };
}

/** Which screen is shown, and what follows it. */
function useScreens(props: MeasuringGuideProps, steps: readonly CaptureStep[]) {
  const { names, onDone, profile, startWith } = props;
  const [screen, setScreen] = useState<GuideScreen>(() => firstScreen(steps, props));
  /** The position that the guide continues after, also when a question led elsewhere. */
  const [reached, setReached] = useState(-1);
  const [questioned, setQuestioned] = useState<ReadonlySet<string>>(new Set());

  const indexOf = (step: CaptureStep) => steps.findIndex((each) => stepKey(each) === stepKey(step));
  const goTo = (step: CaptureStep, again = false) => {
    setScreen({ kind: "step", step, again });
    rememberGuide(profile.id, { step: stepKey(step) });
  };
  const openList = () => setScreen({ kind: "list" });
  /** Shows what the check engine questions; false when it questions nothing. */
  const question = async (about: MeasurementProfile, stage: CheckStage) => {
    const finding = await findQuestion(about, names, stage, questioned);
    if (!finding) return null;
    setQuestioned(new Set([...questioned, questionKey(about, finding)]));
    setScreen({ kind: "check", finding });
    return finding;
  };
  /** Done is only what can be ordered: nothing is missing, and every question is decided. */
  const finish = async (updated: MeasurementProfile) => {
    if (unmeasured(updated, names).length > 0) openList();
    else if (!(await question(updated, "complete"))) onDone(updated);
  };
  const goOn = (updated: MeasurementProfile, after: CaptureStep) => {
    const from = Math.max(indexOf(after), reached);
    setReached(from);
    const next = steps[stepAfter(updated, steps, from, foundBy(updated)) ?? -1];
    if (startWith) onDone(updated);
    else if (next) goTo(next);
    else void finish(updated);
  };
  return { screen, indexOf, goTo, goOn, openList, finish, question, setReached };
}

export function useMeasuringGuide(props: MeasuringGuideProps) {
  const { names, onChange, profile, source = "self" } = props;
  const steps = captureSteps(names, profile.help?.value);
  const { screen, indexOf, finish, goOn, goTo, openList, question, setReached } = useScreens(
    props,
    steps,
  );

  /** Shows the next reading of the measurement, or the next step. */
  const goOnFrom = (updated: MeasurementProfile, name: MeasurementName) => {
    const step: CaptureStep = { kind: "measurement", name };
    if (nextReading(updated, name)) goTo(step);
    else goOn(updated, step);
  };
  return {
    steps,
    screen,
    goTo,
    openList,
    /** Leaves a step that has been read or chosen; `updated` holds the choice. */
    leave(step: CaptureStep, updated: MeasurementProfile = profile) {
      if (updated !== profile) onChange(updated);
      goOn(updated, step);
    },
    hasBefore: (step: CaptureStep) => indexOf(step) !== 0,
    back(step: CaptureStep) {
      const index = indexOf(step);
      const before = steps[(index < 0 ? steps.length : index) - 1];
      setReached(-1);
      if (before) goTo(before);
      else openList();
    },
    /** Stores a reading, checks it and moves on. Returns why the text was refused. */
    async enter(name: MeasurementName, text: string, unit: ChartUnit, again: boolean) {
      const at = new Date().toISOString();
      const added = addReading(profile, { name, text, unit, source, at }, { again });
      if (!added.ok) return added.error;
      const updated = added.value;
      const isNew = updated !== profile;
      if (isNew) onChange(updated);
      rememberGuide(profile.id, { draft: null });
      const finding = isNew ? await question(updated, "entry") : null;
      if (!finding) goOnFrom(updated, name);
      else if (finding.name !== name) {
        const index = indexOf({ kind: "measurement", name });
        setReached(nextReading(updated, name) ? index - 1 : index);
      }
      return null;
    },
    /** The questioned value stays as it is. */
    accept({ name }: MeasurementFinding) {
      const updated = confirmReading(profile, name);
      onChange(updated);
      goOnFrom(updated, name);
    },
    /** From the list: on with what is missing, with a question, or done. */
    resume() {
      setReached(-1);
      const isOpen = (step: CaptureStep) => step.kind !== "landmarks" && !isStepDone(profile, step);
      const open = unmeasured(profile, names).length > 0 ? steps.find(isOpen) : undefined;
      if (open) goTo(open);
      else void finish(profile);
    },
  };
}

export type MeasuringGuideState = ReturnType<typeof useMeasuringGuide>;
