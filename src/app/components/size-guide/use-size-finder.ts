import type { SyntheticEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type {
  MeasureEntries,
  MeasureReading,
  MeasureTexts,
} from "#features/body/measurement/body-measures.ts";
import {
  entriesOf,
  entryIn,
  entryText,
  readMeasures,
} from "#features/body/measurement/body-measures.ts";
import type { SizeAdvice } from "#features/body/size-advice/find-my-size.ts";
import { findMySize, needsModel } from "#features/body/size-advice/find-my-size.ts";
import type { ChartMeasure, ChartUnit } from "#features/body/size-advice/size-chart.ts";
import type { SizedProduct } from "#features/body/size-advice/size-ranges.ts";

type Options = {
  measures: readonly ChartMeasure[];
  unit: ChartUnit;
  /** What was submitted without JavaScript, and the advice for it. */
  sent: { readonly texts: MeasureTexts; readonly advice: SizeAdvice | null } | null;
  /** Without one the sizes of the chart are advised. */
  product: SizedProduct | null;
};

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

/** Null while a field is invalid. Where the model does not load, only the given measures count. */
async function findAdvice(
  { measures, problems }: MeasureReading,
  product: SizedProduct | null,
): Promise<SizeAdvice | null> {
  if (Object.keys(problems).length > 0) return null;
  const model = needsModel(measures, product) ? await loadModel() : null;
  return findMySize(measures, product, model);
}

const loadModel = () =>
  import("#features/body/check/check-engine.ts").then(
    (model) => model,
    () => null,
  );

/** Computes in the browser; sends no measurements. A product's left-out girths are estimated there too. */
export function useSizeFinder({ measures, unit, sent, product }: Options) {
  const [entries, setEntries] = useState(() => entriesOf(sent?.texts ?? {}, unit));
  const [reading, setReading] = useState(() => (sent ? readMeasures(entries, measures) : null));
  const [advice, setAdvice] = useState(sent?.advice ?? null);
  const [times, setTimes] = useState(0);
  const formRef = useRef<HTMLFormElement>(null);
  const resultRef = useRef<HTMLHeadingElement>(null);

  // Focuses the result, or the first invalid field.
  useEffect(() => {
    if (times === 0) return;
    const wrong = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? resultRef.current)?.focus();
  }, [times]);

  const submitTexts = async (submitted: MeasureEntries) => {
    const read = readMeasures(submitted, measures);
    setEntries(submitted);
    const found = await findAdvice(read, product);
    setReading(read);
    setAdvice(found);
    setTimes((count) => count + 1);
  };
  return {
    formRef,
    resultRef,
    problems: reading?.problems ?? {},
    advice,
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
      const submitted = mapEntries(entries, (measure) => entryIn(measure, entries[measure], unit));
      void submitTexts(submitted);
    },
    /** Reinterprets every number in the other unit. */
    readAs: (meant: ChartUnit) => {
      const submitted = mapEntries(entries, (measure) => ({
        text: entries[measure].text,
        unit: meant,
      }));
      void submitTexts(submitted);
    },
  };
}

export type SizeFinder = ReturnType<typeof useSizeFinder>;
