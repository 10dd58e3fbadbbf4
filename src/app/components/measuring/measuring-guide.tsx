import { useEffect, useRef } from "react";
import { useUnit } from "#app/components/size-guide/unit-preference.browser.ts";
import { openQuestions } from "#features/body/check/open-questions.ts";
import type { CaptureStep } from "#features/body/measurement/capture-steps.ts";
import { countedNames, isStepDone, stepKey } from "#features/body/measurement/capture-steps.ts";
import { LANDMARKS, MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { CheckStep } from "./check-step.tsx";
import { GuideBar } from "./guide-bar.tsx";
import type { Mannequin } from "./guide-memory.browser.ts";
import { rememberFound, useMannequin } from "./guide-memory.browser.ts";
import { HelpChoice, namesForHelp } from "./help-choice.tsx";
import { LandmarksStep } from "./landmarks-step.tsx";
import { MannequinChoice } from "./mannequin-choice.tsx";
import type { Drawn, MannequinData } from "./mannequin-data.browser.ts";
import {
  drawLandmarks,
  drawTape,
  useMannequinData,
  wholeMannequin,
} from "./mannequin-data.browser.ts";
import { MannequinDrawing } from "./mannequin-drawing.tsx";
import { MeasurementStep } from "./measurement-step.tsx";
import { storeGuideForOffline } from "./offline-guide.browser.ts";
import { ShapeStep } from "./shape-step.tsx";
import { stepStart } from "./step-title.tsx";
import { useFindings } from "./use-findings.ts";
import type {
  GuideScreen,
  MeasuringGuideProps,
  MeasuringGuideState,
} from "./use-measuring-guide.ts";
import { useMeasuringGuide } from "./use-measuring-guide.ts";
import { ValueList } from "./value-list.tsx";

/**
 * Measures one person, a measurement at a time. The host holds the profile and stores it in `onChange`; the guide remembers its
 * position on the device. Give it `key={profile.id}`, and another key to begin anew.
 */
export function MeasuringGuide(props: MeasuringGuideProps) {
  const { names, onChange, onClose, profile, startWith } = props;
  const guide = useMeasuringGuide(props);
  const mannequin = useMannequin(profile.id);
  const data = useMannequinData();
  const [unit, setUnit] = useUnit();
  const { screen, steps } = guide;
  const forHelp = namesForHelp(profile, startWith ? [] : names);
  const screenKey = beginningOf(mannequin, forHelp) ?? keyOf(screen, profile);
  const frameRef = useFocusOnScreen(screenKey);
  useStoredForOffline(mannequin);
  const bar = { personName: profile.label.value, onClose };

  if (mannequin === null || forHelp.length > 0) {
    return (
      <div ref={frameRef} data-guide-frame="" className="flex grow flex-col gap-5">
        <GuideBar {...bar} progress="Before you begin" share={null} onBack={null} onList={null} />
        {mannequin === null ? (
          <MannequinChoice profileId={profile.id} />
        ) : (
          <HelpChoice names={forHelp} profile={profile} onChange={onChange} />
        )}
      </div>
    );
  }
  const hasDrawing = isDrawn(screen);
  const step = screen.kind === "step" ? screen.step : null;
  return (
    <div
      ref={frameRef}
      data-guide-frame=""
      className="flex grow flex-col gap-4 short:gap-2 md:gap-8"
    >
      <GuideBar
        {...bar}
        progress={progressOf(props, steps, screen)}
        share={shareOf(steps, screen, profile)}
        onBack={step && guide.hasBefore(step) ? () => guide.back(step) : null}
        onList={screen.kind === "list" ? null : guide.openList}
      />
      <div
        className={
          hasDrawing
            ? "flex grow flex-col gap-4 short:flex-row short:flex-wrap short:gap-x-3 short:gap-y-2 md:grid md:grid-cols-2 md:items-center md:gap-12"
            : "mx-auto w-full max-w-180"
        }
      >
        {hasDrawing && <Drawing screen={screen} mannequin={mannequin} data={data} />}
        <div key={screenKey} className={hasDrawing ? "max-md:contents" : undefined}>
          <Content
            {...props}
            guide={guide}
            screen={screen}
            mannequin={mannequin}
            unit={unit}
            setUnit={setUnit}
          />
        </div>
      </div>
    </div>
  );
}

type ContentProps = Omit<StepProps, "step" | "again"> & { screen: GuideScreen };

/** A step, a question about one value, or the list of all. */
function Content({ screen, ...props }: ContentProps) {
  const { guide, names, onClose, onDone, profile, unit } = props;
  const questions = openQuestions(useFindings(profile), profile, names);
  if (screen.kind === "step") return <Step {...props} step={screen.step} again={screen.again} />;
  if (screen.kind === "check") {
    const { finding } = screen;
    return (
      <CheckStep
        profile={profile}
        unit={unit}
        finding={finding}
        onAgain={() => guide.goTo({ kind: "measurement", name: finding.name }, true)}
        onAccept={() => guide.accept(finding)}
        onSuggested={(text) => void guide.enter(finding.name, text, unit, true)}
      />
    );
  }
  return (
    <ValueList
      profile={profile}
      questions={questions}
      names={names}
      steps={guide.steps}
      unit={unit}
      stopLabel={onClose ? "Stop for now" : "Finish without the rest"}
      onDone={() => onDone(profile)}
      onOpen={(opened) => guide.goTo(opened)}
      onResume={guide.resume}
    />
  );
}

/** What is asked before the first step; null once it is answered. */
function beginningOf(mannequin: Mannequin | null, forHelp: readonly string[]): string | null {
  if (mannequin === null) return "mannequin";
  return forHelp.length > 0 ? "help" : null;
}

/** Stores the guide for the time without a connection now, and again when a lost connection is back. */
function useStoredForOffline(mannequin: Mannequin | null): void {
  useEffect(() => {
    if (!mannequin) return;
    const store = () => void storeGuideForOffline(mannequin);
    store();
    addEventListener("online", store);
    return () => removeEventListener("online", store);
  }, [mannequin]);
}

const isShape = ({ kind }: CaptureStep) => kind === "posture" || kind === "shoulders";

/** A step of a shape shows drawings of its own. */
const isDrawn = (screen: GuideScreen) =>
  screen.kind === "check" || (screen.kind === "step" && !isShape(screen.step));

/** Changes with every reading, so that the field of a second one is empty. */
function keyOf(screen: GuideScreen, profile: MeasuringGuideProps["profile"]): string {
  if (screen.kind === "check") return `check ${screen.finding.name}`;
  if (screen.kind === "list") return "list";
  const { again, step } = screen;
  const readings = step.kind === "measurement" ? profile.readings[step.name]?.length : 0;
  return `${stepKey(step)} ${readings ?? 0} ${again}`;
}

/** As the variant `short` of the style sheet. */
const SHORT = "(width < 48rem) and (height < 46rem)";

/**
 * Each screen is announced: its start receives the focus, but for the first one of a page that was just opened. The screen begins below the header, which stays in view where the guide is a page; on a
 * short phone what stands above the guide is scrolled away, the header too, because the number pad would cover the instruction.
 */
function useFocusOnScreen(screenKey: string) {
  const frameRef = useRef<HTMLDivElement>(null);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = shown.current === null;
    if (shown.current === screenKey) return;
    shown.current = screenKey;
    const frame = frameRef.current;
    if (!frame) return;
    const isOpened = isFirst && !followsInDialog(frame);
    if (!isOpened) stepStart(frame)?.focus({ preventScroll: true });
    const isAbove = !isOpened && frame.getBoundingClientRect().top < headerOf(frame);
    if (isAbove || matchMedia(SHORT).matches) frame.scrollIntoView();
  }, [screenKey]);
  return frameRef;
}

/** What the header covers of the scrolled page, in pixels; a dialog has none. */
function headerOf(frame: HTMLElement): number {
  const scroller = frame.closest("[role=dialog]") ?? document.documentElement;
  return Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
}

/**
 * Whether the guide follows something else of its dialog. A dialog that opens focuses the start itself, and gives the focus back to what
 * had it before.
 */
function followsInDialog(frame: HTMLElement): boolean {
  const dialog = frame.closest("[role=dialog]");
  const { activeElement, body } = document;
  return dialog !== null && (activeElement === body || dialog.contains(activeElement));
}

/** "3 of 24": a slope that the drawing of the shoulders gives is not counted, unless it is measured now. */
function progressOf(
  { names, profile }: Pick<MeasuringGuideProps, "names" | "profile">,
  steps: readonly CaptureStep[],
  screen: GuideScreen,
): string {
  if (screen.kind === "list") return "All values";
  if (screen.kind === "check") return "A question";
  const { step } = screen;
  const group = GROUPS[step.kind];
  const isCounted = new Set(countedNames(profile, names));
  const counted = steps.filter(
    (each) =>
      GROUPS[each.kind] === group &&
      (each.kind !== "measurement" || isCounted.has(each.name) || stepKey(each) === stepKey(step)),
  );
  const position = counted.findIndex((each) => stepKey(each) === stepKey(step)) + 1;
  if (position === 0) return "Once more";
  return step.kind === "landmarks" ? group : `${group}${position} of ${counted.length}`;
}

/** What is counted together: as many measurements as the page has named, and landmarks and drawings apart from them. */
const GROUPS: Readonly<Record<CaptureStep["kind"], string>> = {
  landmarks: "Find first",
  measurement: "",
  posture: "Last, ",
  shoulders: "Last, ",
};

/** How far the tape has unrolled; a question leaves it where it was. */
function shareOf(
  steps: readonly CaptureStep[],
  screen: GuideScreen,
  profile: MeasuringGuideProps["profile"],
): number {
  if (screen.kind === "list") {
    return steps.filter((step) => isStepDone(profile, step)).length / steps.length;
  }
  const shown: CaptureStep =
    screen.kind === "check" ? { kind: "measurement", name: screen.finding.name } : screen.step;
  const index = steps.findIndex((each) => stepKey(each) === stepKey(shown));
  return (index + 1) / steps.length;
}

type DrawingProps = { screen: GuideScreen; mannequin: Mannequin; data: MannequinData | null };

const VIEW_LABELS = { front: "the front", back: "the back", side: "the left side" };

/** On a phone it takes what the text and the number pad leave; on a short one it stands beside the text. */
function Drawing({ data, mannequin, screen }: DrawingProps) {
  const [drawn, what] = drawnOf(screen, mannequin, data);
  return (
    <div className="relative -mx-4 min-h-[22svh] grow short:mr-0 short:min-h-36 short:grow-0 short:basis-2/5 md:mx-0 md:h-[min(44rem,76svh)]">
      <MannequinDrawing
        mannequin={mannequin}
        drawn={drawn}
        label={`${what}, shown on a mannequin from ${VIEW_LABELS[drawn.view]}`}
        className="absolute inset-0 size-full"
      />
    </div>
  );
}

function drawnOf(
  screen: GuideScreen,
  mannequin: Mannequin,
  data: MannequinData | null,
): [Drawn, string] {
  const step =
    screen.kind === "check"
      ? { kind: "measurement" as const, name: screen.finding.name }
      : screen.kind === "step"
        ? screen.step
        : null;
  if (step?.kind === "landmarks") {
    const labels = step.landmarks.map((landmark) => LANDMARKS[landmark].label);
    return [drawLandmarks(data, mannequin, step.landmarks), labels.join(", ")];
  }
  if (step?.kind !== "measurement") return [wholeMannequin(), "The whole body"];
  const { instruction, label, tape } = MEASUREMENTS[step.name];
  const what = tape === null ? label : `The tape of the ${label.toLowerCase()}: ${instruction}`;
  return [drawTape(data, mannequin, step.name), what];
}

type StepProps = MeasuringGuideProps & {
  mannequin: Mannequin;
  guide: MeasuringGuideState;
  step: CaptureStep;
  again: boolean;
  unit: ChartUnit;
  setUnit: (unit: ChartUnit) => void;
};

function Step({ again, guide, mannequin, names, profile, setUnit, step, unit }: StepProps) {
  const progress = progressOf({ names, profile }, guide.steps, { kind: "step", step, again });
  const onSkip = () => guide.leave(step);
  if (step.kind === "landmarks") {
    return (
      <LandmarksStep
        landmarks={step.landmarks}
        progress={progress}
        onFound={() => {
          rememberFound(profile.id, step.landmarks);
          guide.leave(step);
        }}
      />
    );
  }
  if (step.kind === "measurement") {
    return (
      <MeasurementStep
        profile={profile}
        again={again}
        progress={progress}
        unit={unit}
        onSkip={onSkip}
        name={step.name}
        onUnit={setUnit}
        onEnter={(text, entered, anew) => guide.enter(step.name, text, entered, anew)}
      />
    );
  }
  return (
    <ShapeStep
      mannequin={mannequin}
      profile={profile}
      progress={progress}
      onSkip={onSkip}
      kind={step.kind}
      onChoose={(updated) => guide.leave(step, updated)}
    />
  );
}
