import { Check } from "lucide-react";
import type { SubmitEvent } from "react";
import { useState } from "react";
import { Link } from "react-router";
import { formatDay } from "#core/georgetown-time.ts";
import { checkMessage } from "#features/body/check/check-messages.ts";
import type { MeasurementFinding } from "#features/body/check/open-questions.ts";
import type { OrderableLink } from "#features/body/links/measurement-link.ts";
import {
  countedNames,
  nextReading,
  secondReadingsText,
  unmeasured,
} from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import {
  formatMeasurement,
  lastMeasuredAt,
  MAX_LABEL_LENGTH,
  newestReading,
  UNNAMED_LABEL,
} from "#features/body/measurement/measurement-profile.ts";
import { effortText, measuringMinutes } from "#features/body/measurement/measuring-effort.ts";
import type { MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { FitSection } from "./option-groups.tsx";

/** The value of "somebody else" among the people. */
const NEW_PERSON = "new";

type Props = {
  people: readonly MeasurementProfile[];
  person: MeasurementProfile | null;
  /** People who measured by link and did not share the numbers, and the chosen one. */
  links: readonly OrderableLink[];
  link: OrderableLink | null;
  measurements: MeasurementSet;
  /** What the check engine still asks about. */
  findings: readonly MeasurementFinding[];
  unit: ChartUnit;
  error: string | undefined;
  onChoose: (profileId: string) => void;
  onAdd: (name: string) => void;
  /** Opens the guide, at one measurement or at what is missing. */
  onMeasure: (name?: MeasurementName) => void;
  onConfirm: (name: MeasurementName) => void;
};

/** Whose garment it is, and what is known about the person. */
export function PersonPanel(props: Props) {
  const { people, person, link, links, error, onAdd, onChoose } = props;
  const [isAdding, setIsAdding] = useState(false);
  const adds = isAdding || (people.length === 0 && !link);
  return (
    <FitSection
      title="Who is it for?"
      field="person"
      error={error}
      lead="Measured once, and every garment can be cut from it. Only you and the atelier read the measurements."
    >
      {people.length + links.length > 0 && (
        <RadioGroup
          legend={<span className="sr-only">Person</span>}
          name="person"
          value={adds ? NEW_PERSON : (link?.id ?? person?.id ?? "")}
          onChoose={(value) => {
            setIsAdding(value === NEW_PERSON);
            if (value !== NEW_PERSON) onChoose(value);
          }}
          options={[
            ...people.map(({ id, label }) => ({ value: id, label: label.value })),
            ...links.map(({ id, personName }) => ({
              value: id,
              label: `${personName}, measured by link`,
            })),
            { value: NEW_PERSON, label: "Somebody else" },
          ]}
        />
      )}
      {adds ? (
        <NewPerson
          isFirst={people.length === 0}
          required={props.measurements.required}
          onAdd={(name) => {
            setIsAdding(false);
            onAdd(name);
          }}
        />
      ) : link ? (
        <LinkSummary link={link} />
      ) : (
        person && <PersonSummary {...props} person={person} />
      )}
    </FitSection>
  );
}

/** What ordering without seeing the numbers means. */
function LinkSummary({ link: { occasion, personName } }: { link: OrderableLink }) {
  return (
    <div className="mt-3 border border-line p-4 sm:p-5">
      <p className="flex items-center gap-2 font-medium">
        <Check size={18} aria-hidden="true" className="shrink-0 text-success" />
        {personName} is done, for {occasion}
      </p>
      <p className="mt-2 max-w-[60ch] text-sm text-ink-soft">
        You order without seeing the numbers, and the atelier reads them to cut. {personName} sees
        the name of the piece on the page of the link. Posture and shoulders are as {personName}{" "}
        chose them.
      </p>
    </div>
  );
}

type NewPersonProps = {
  isFirst: boolean;
  required: readonly MeasurementName[];
  onAdd: (name: string) => void;
};

function NewPerson({ isFirst, required, onAdd }: NewPersonProps) {
  const [name, setName] = useState(isFirst ? UNNAMED_LABEL : "");
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() === "") setError("Please name the person");
    else onAdd(name.trim());
  };
  return (
    <form onSubmit={submit} className="mt-2 flex max-w-form flex-wrap items-start gap-3">
      <Field
        label="Name of the person"
        hint="For you to recognize: a first name is enough."
        error={error}
        className="min-w-48 grow"
      >
        <Input
          value={name}
          maxLength={MAX_LABEL_LENGTH}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value);
            setError(null);
          }}
        />
      </Field>
      <Button type="submit" className="max-sm:w-full sm:mt-7.5">
        Begin measuring
      </Button>
      <p className="w-full text-sm text-ink-soft">
        {effortText(required)} with a tape. A guide shows each one; stop when you like, and continue
        where you were. You may also choose everything below first.
      </p>
      <Link
        to="/profile/measurements/links"
        className="link flex min-h-11 w-full items-center text-sm"
      >
        Or ask them to measure themselves
      </Link>
    </form>
  );
}

/** Longer lists of what is missing say nothing; the guide asks for each. */
const MAX_LISTED = 6;

type SummaryProps = Props & { person: MeasurementProfile };

/** "18 of 24 measured", when, and what was accepted; each value can be measured again. */
function PersonSummary(props: SummaryProps) {
  const { findings, measurements, onMeasure, person } = props;
  const required = countedNames(person, measurements.required);
  const missing = unmeasured(person, required);
  const measured = required.length - missing.length;
  const measuredAt = lastMeasuredAt(person);
  const accepted = required.filter((name) => newestReading(person, name)?.confirmed).length;
  const isComplete = missing.length === 0;
  const again = secondReadingsText(person, required);
  return (
    <div className="mt-3 border border-line p-4 sm:p-5">
      <p className="figures flex items-center gap-2 font-medium">
        {isComplete && <Check size={18} aria-hidden="true" className="text-success" />}
        {measured} of {required.length} measured
      </p>
      <Progress share={measured / Math.max(1, required.length)} />
      <p className="text-sm text-ink-soft">
        {[
          measuredAt ? `Last measured ${formatDay(new Date(measuredAt))}.` : "",
          isComplete ? "" : `About ${measuringMinutes(missing)} minutes with a tape are left.`,
          accepted > 0
            ? `${accepted} ${accepted === 1 ? "value" : "values"} kept as measured after a question.`
            : "",
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      {!isComplete && (
        <>
          {again !== null && <p className="mt-2 max-w-[60ch] text-sm">{again}</p>}
          {missing.length <= MAX_LISTED && (
            <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-ink-soft">
              {missing.map((name) => (
                <li key={name}>
                  {MEASUREMENTS[name].label}
                  {nextReading(person, name) === "first" ? "" : ", once more"}
                </li>
              ))}
            </ul>
          )}
          <Button className="mt-4 max-sm:w-full" onClick={() => onMeasure()}>
            {measured === 0 ? "Take the measurements" : "Continue measuring"}
          </Button>
        </>
      )}
      {findings.length > 0 && <Questions {...props} />}
      {measured > 0 && <Values {...props} />}
    </div>
  );
}

/** Progress as a tape that unrolls. */
function Progress({ share }: { share: number }) {
  return (
    <span aria-hidden="true" className="my-3 block h-1 bg-line">
      <span className="block h-full bg-demerara" style={{ width: `${share * 100}%` }} />
    </span>
  );
}

/** What was noticed about the measurements, each to be measured again or kept. */
function Questions({ findings, onConfirm, onMeasure, unit }: SummaryProps) {
  return (
    <ul className="mt-4 space-y-3">
      {findings.map((finding) => {
        const { name } = finding;
        const { label } = MEASUREMENTS[name];
        const { notice } = checkMessage(finding, unit);
        return (
          <li key={name}>
            <Notice kind="warning" title={label}>
              <p>{notice}</p>
              {finding.level === "stop" && (
                <p>If you keep it, the atelier writes to you before it cuts.</p>
              )}
              <p className="mt-3 flex flex-wrap gap-3">
                <Button size="sm" variant="secondary" onClick={() => onMeasure(name)}>
                  Measure again<span className="sr-only">, {label.toLowerCase()}</span>
                </Button>
                <Button size="sm" variant="quiet" onClick={() => onConfirm(name)}>
                  Keep it as it is<span className="sr-only">, {label.toLowerCase()}</span>
                </Button>
              </p>
            </Notice>
          </li>
        );
      })}
    </ul>
  );
}

function Values({ measurements, onMeasure, person, unit }: SummaryProps) {
  const names = [...measurements.required, ...measurements.optional].filter((name) =>
    newestReading(person, name),
  );
  return (
    <details className="mt-3">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
        See and correct the measurements
      </summary>
      <ul className="border-t border-line">
        {names.map((name) => {
          const reading = newestReading(person, name);
          const { label } = MEASUREMENTS[name];
          return (
            <li
              key={name}
              className="flex items-center justify-between gap-4 border-b border-line text-sm"
            >
              <span className="min-w-0">{label}</span>
              <span className="flex shrink-0 items-center gap-4">
                <span className="figures">
                  {reading && formatMeasurement(name, reading.value, unit)}
                </span>
                <button
                  type="button"
                  className="link min-h-11 text-ink-soft"
                  onClick={() => onMeasure(name)}
                >
                  Again<span className="sr-only">, {label.toLowerCase()}</span>
                </button>
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
