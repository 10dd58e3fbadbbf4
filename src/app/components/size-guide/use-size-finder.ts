import type { SyntheticEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { MeasureEntries, MeasureReading } from "#features/body/measurement/body-measures.ts";
import { entryIn, entryText, readMeasures } from "#features/body/measurement/body-measures.ts";
import type { SizeAdvice } from "#features/body/size-advice/find-my-size.ts";
import { findMySize } from "#features/body/size-advice/find-my-size.ts";
import type { ChartMeasure, ChartUnit } from "#features/body/size-advice/size-chart.ts";

/** Absent fields are empty. */
export type MeasureTexts = Readonly<Partial<Record<ChartMeasure, string>>>;

type Options = {
  measures: readonly ChartMeasure[];
  unit: ChartUnit;
  /** Holds what was submitted without JavaScript. */
  sent: MeasureTexts | null;
};

function entriesOf(texts: MeasureTexts, unit: ChartUnit): MeasureEntries {
  const entry = (measure: ChartMeasure) => ({ text: texts[measure] ?? "", unit });
  return {
    chest: entry("chest"),
    waist: entry("waist"),
    hips: entry("hips"),
    inseam: entry("inseam"),
  };
}

function mapEntries(
  entries: MeasureEntries,
  change: (measure: ChartMeasure) => MeasureEntries[ChartMeasure],
): MeasureEntries {
  return {
    ...entries,
    chest: change("chest"),
    waist: change("waist"),
    hips: change("hips"),
    inseam: change("inseam"),
  };
}

/** Null while a field is invalid. */
function adviceOf(reading: MeasureReading | null): SizeAdvice | null {
  if (!reading || Object.keys(reading.problems).length > 0) return null;
  return findMySize(reading.measures);
}

/** Computes in the browser; sends no measurements. */
export function useSizeFinder({ measures, unit, sent }: Options) {
  const [entries, setEntries] = useState(() => entriesOf(sent ?? {}, unit));
  const [reading, setReading] = useState(() => (sent ? readMeasures(entries, measures) : null));
  const [times, setTimes] = useState(0);
  const formRef = useRef<HTMLFormElement>(null);
  const resultRef = useRef<HTMLHeadingElement>(null);

  // Focuses the result, or the first invalid field.
  useEffect(() => {
    if (times === 0) return;
    const wrong = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? resultRef.current)?.focus();
  }, [times]);

  const submitTexts = (submitted: MeasureEntries) => {
    setEntries(submitted);
    setReading(readMeasures(submitted, measures));
    setTimes((count) => count + 1);
  };
  return {
    formRef,
    resultRef,
    problems: reading?.problems ?? {},
    advice: adviceOf(reading),
    textOf: (measure: ChartMeasure) => entryText(measure, entries[measure], unit),
    /** Converts a field's text to the other unit. */
    textIn: (measure: ChartMeasure, other: ChartUnit) =>
      entryText(measure, entries[measure], other),
    type: (measure: ChartMeasure, text: string) => {
      setEntries({ ...entries, [measure]: { text, unit } });
      if (reading?.problems[measure]) {
        const { [measure]: _mended, ...problems } = reading.problems;
        setReading({ measures: {}, problems });
      }
    },
    submit: (event: SyntheticEvent) => {
      event.preventDefault();
      submitTexts(mapEntries(entries, (measure) => entryIn(measure, entries[measure], unit)));
    },
    /** Reinterprets every number in the other unit. */
    readAs: (meant: ChartUnit) =>
      submitTexts(mapEntries(entries, (measure) => ({ text: entries[measure].text, unit: meant }))),
  };
}

export type SizeFinder = ReturnType<typeof useSizeFinder>;
