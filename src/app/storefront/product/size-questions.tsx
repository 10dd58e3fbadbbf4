import type { SyntheticEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { SizeEntries } from "#app/components/size-guide/size-entries.browser.ts";
import {
  forgetSizeEntries,
  saveSizeEntry,
} from "#app/components/size-guide/size-entries.browser.ts";
import { UnitToggle } from "#app/components/size-guide/size-guide.tsx";
import type { SizePerson } from "#app/components/size-guide/size-person.browser.ts";
import { useSizePerson } from "#app/components/size-guide/size-person.browser.ts";
import { useUnit } from "#app/components/size-guide/unit-preference.browser.ts";
import { useSizeFit } from "#app/components/size-guide/use-size-fit.ts";
import { MAX_UNUSED_DAYS } from "#app/web/seal.browser.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { isPossible, MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import {
  formatMeasurement,
  formatValue,
  parseMeasurement,
} from "#features/body/measurement/measurement-profile.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import type { FitAdvice } from "#features/body/size-advice/size-fit.ts";
import {
  chanceText,
  fitHeadline,
  fitText,
  nextText,
  regionLine,
} from "#features/body/size-advice/size-fit-messages.ts";
import { CUSTOM_SIZE, isAvailable } from "#features/catalog/products/product.ts";
import { Button } from "#ui/button.tsx";
import { Drawer } from "#ui/dialog.tsx";
import { Field, Input } from "#ui/field.tsx";
import { CustomOffer } from "./size-fit-advice.tsx";
import { SizeFitPerson } from "./size-fit-person.tsx";
import type { SizeFitPartProps, SizeFitProps } from "./use-purchase.ts";

type Props = SizeFitPartProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks one question at a time; each answer is used at once and can be changed or forgotten. */
export function SizeQuestions(props: Props) {
  const { open, onKnown, onOpenChange, product, purchase, finderPath } = props;
  const sizePerson = useSizePerson(onKnown);
  const { entries, isLost, isReady, person } = sizePerson;
  const [skipped, setSkipped] = useState<readonly MeasurementName[]>([]);
  const [changing, setChanging] = useState<MeasurementName | null>(null);
  const [unit, setUnit] = useUnit();
  const { advice, next, source } = useSizeFit(product, entries, skipped);
  const question = person || !isReady ? null : (changing ?? next);
  const choose = (size: string) => {
    purchase.chooseSize(size);
    onOpenChange(false);
  };
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Find my size">
      <div className="mb-5 flex items-center justify-between gap-4">
        <p className="text-sm text-ink-soft">
          {person
            ? `With the measurements of ${person.label.value}.`
            : `Your answers stay in this browser, for ${MAX_UNUSED_DAYS} days after you last use them.`}
        </p>
        <UnitToggle unit={unit} onChange={setUnit} />
      </div>
      {isLost && !person && (
        <p role="status" className="mb-5 text-sm">
          The answers that were here before have been removed, after {MAX_UNUSED_DAYS} days without
          use. Please answer again.
        </p>
      )}
      <SizeFitPerson {...sizePerson} />
      {question && (
        <Question
          key={`${question}-${unit}`}
          name={question}
          unit={unit}
          entries={entries}
          onResponse={() => setChanging(null)}
          onSkip={() => {
            if (!changing) setSkipped([...skipped, question]);
            setChanging(null);
          }}
          isChange={changing !== null}
        />
      )}
      <div role="status">
        {!advice && question && (
          <p className="text-sm text-ink-soft">{nextText({ chances: [] }, question)}</p>
        )}
        {advice && <Result advice={advice} unit={unit} next={next} person={person} />}
      </div>
      {advice?.isNamed && (
        <div className="mt-5 space-y-3">
          <ChooseButton {...props} advice={advice} onChoose={choose} />
          <CustomOffer product={product} purchase={purchase} advice={advice} />
          <Regions advice={advice} unit={unit} source={source} />
        </div>
      )}
      {!person && (
        <EnteredSizes
          entries={entries}
          unit={unit}
          onChange={setChanging}
          onForget={() => setSkipped([])}
        />
      )}
      <p className="mt-8 border-t border-line pt-5 text-sm">
        <Link to={finderPath} className="link py-2">
          Enter all measurements at once
        </Link>
      </p>
    </Drawer>
  );
}

type QuestionProps = {
  name: MeasurementName;
  unit: ChartUnit;
  entries: SizeEntries;
  onResponse: () => void;
  onSkip: () => void;
  isChange: boolean;
};

const unitWord = (name: MeasurementName, unit: ChartUnit) =>
  MEASUREMENTS[name].kind === "weight"
    ? unit === "cm"
      ? "kg"
      : "lb"
    : unit === "cm"
      ? "cm"
      : "in";

const EXAMPLES: Readonly<Partial<Record<MeasurementName, string>>> = {
  height: "170, 67 1/2 or 5'7",
  weight: "70.5 or 155",
};

/** What is wrong with an answer; null when it can be right. */
function problemOf(name: MeasurementName, text: string, unit: ChartUnit): string | null {
  const read = parseMeasurement(name, text, unit);
  if (!read.ok) {
    return read.error === "empty"
      ? "Write a number, or leave this question out."
      : `Write a number, such as ${EXAMPLES[name] ?? "87.5 or 34 1/2"}.`;
  }
  if (isPossible(name, read.value)) return null;
  const other = unit === "cm" ? "inches" : "cm";
  const meant = parseMeasurement(name, text, other);
  if (meant.ok && isPossible(name, meant.value)) {
    return `Did you mean ${text.trim()} ${unitWord(name, other)}? Write the unit after the number, or change it above.`;
  }
  const { from, to } = MEASUREMENTS[name].range;
  return `We expect between ${formatMeasurement(name, from, unit)} and ${formatMeasurement(name, to, unit)} here.`;
}

function Question({ name, unit, entries, onResponse, onSkip, isChange }: QuestionProps) {
  const given = entries[name];
  const shown =
    given && (given.unit === unit ? given.entered : formatValue(name, given.value, unit));
  const [text, setText] = useState(shown ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = problemOf(name, text, unit);
    const read = parseMeasurement(name, text, unit);
    setProblem(wrong);
    if (wrong !== null || !read.ok) {
      field.current?.focus();
      return;
    }
    saveSizeEntry(name, { value: read.value, entered: text.trim(), unit });
    onResponse();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label={`${MEASUREMENTS[name].label} (${unitWord(name, unit)})`}
        hint={MEASUREMENTS[name].instruction}
        error={problem}
      >
        <Input
          ref={field}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
          inputMode={unit === "cm" ? "decimal" : "text"}
          autoComplete="off"
          enterKeyHint="next"
          maxLength={24}
          className="figures"
        />
      </Field>
      <div className="mt-4 mb-6 flex gap-3">
        <Button type="submit">{isChange ? "Change" : "Next"}</Button>
        <Button type="button" variant="quiet" onClick={onSkip}>
          {isChange ? "Leave as it was" : "I do not know it"}
        </Button>
      </div>
    </form>
  );
}

type ResultProps = { advice: FitAdvice; unit: ChartUnit; next: MeasurementName | null } & Pick<
  SizePerson,
  "person"
>;

/** The size and how sure it is, or what would decide between the sizes that are open. */
function Result({ advice, unit, next, person }: ResultProps) {
  const isComplete = next === null;
  if (!advice.isNamed) {
    return (
      <div className="border-t-2 border-demerara pt-4">
        <p className="display text-2xl">{fitHeadline(advice)}</p>
        <p className="mt-2 text-sm text-ink-soft">{nextText(advice, next)}</p>
      </div>
    );
  }
  return (
    <div className="border-t-2 border-demerara pt-4">
      <p className="display text-2xl">{fitHeadline(advice)}</p>
      {!(person && isComplete) && <p className="mt-1 font-medium">{chanceText(advice)}.</p>}
      <p className="mt-2 text-sm text-ink-soft">
        {fitText(advice, unit)}
        {isComplete && !person ? " Nothing more is needed." : ""}
      </p>
    </div>
  );
}

type ChooseProps = SizeFitProps & { advice: FitAdvice; onChoose: (size: string) => void };

function ChooseButton({ advice, onChoose, product, purchase }: ChooseProps) {
  const size = advice.size ?? CUSTOM_SIZE;
  const isOffered = advice.size !== null || product.sizes.includes(CUSTOM_SIZE);
  if (!isOffered || !isAvailable(product, size, purchase.choice.color?.hex ?? null)) return null;
  return (
    <Button type="button" className="w-full" onClick={() => onChoose(size)}>
      Choose {size}
    </Button>
  );
}

type RegionsProps = { advice: FitAdvice; unit: ChartUnit; source: "garment" | "chart" };

/** How the size sits at each place. */
function Regions({ advice, unit, source }: RegionsProps) {
  return (
    <section aria-label={`How ${advice.nearest} fits`}>
      <h3 className="eyebrow mt-6">How {advice.nearest} fits</h3>
      <dl className="mt-2 divide-y divide-line border-y border-line text-sm">
        {advice.fits.map((fit) => {
          const { label, text } = regionLine(fit, unit);
          return (
            <div key={fit.name} className="flex justify-between gap-4 py-2">
              <dt>{label}</dt>
              <dd className="figures text-right text-ink-soft">{text}</dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-2 text-xs text-ink-quiet">
        {source === "garment"
          ? "Compared with the finished garment and the room it needs."
          : "Compared with the size chart."}
      </p>
    </section>
  );
}

type EnteredSizesProps = {
  entries: SizeEntries;
  unit: ChartUnit;
  onChange: (name: MeasurementName) => void;
  onForget: () => void;
};

function EnteredSizes({ entries, unit, onChange, onForget }: EnteredSizesProps) {
  const names = (Object.keys(MEASUREMENTS) as MeasurementName[]).filter((name) => entries[name]);
  if (names.length === 0) return null;
  return (
    <section aria-label="Your answers" className="mt-8">
      <h3 className="eyebrow">Your answers</h3>
      <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
        {names.map((name) => (
          <li key={name} className="flex items-center justify-between gap-4">
            <span>
              {MEASUREMENTS[name].label}{" "}
              <span className="figures text-ink-soft">
                {formatMeasurement(name, entries[name]?.value ?? 0, unit)}
              </span>
            </span>
            <button
              type="button"
              className="link py-2.5"
              aria-label={`Change ${MEASUREMENTS[name].label}`}
              onClick={() => onChange(name)}
            >
              Change
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="link mt-2 py-2 text-sm"
        onClick={() => {
          forgetSizeEntries();
          onForget();
        }}
      >
        Forget my answers
      </button>
    </section>
  );
}
