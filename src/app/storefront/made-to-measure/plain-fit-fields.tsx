import type { MadeToMeasureTerms } from "#features/atelier/options/made-to-measure-terms.ts";
import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/measurement/measurement-definitions.ts";
import { MAX_LABEL_LENGTH } from "#features/measurement/measurement-profile.ts";
import { readingsNeeded } from "#features/measurement/required-measurements.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { FitResult } from "./fit-action.server.ts";
import { confirmedText, keepField, PLAIN_FIT, readingField } from "./plain-fit.ts";

type Props = { terms: MadeToMeasureTerms; result: FitResult | undefined };

const UNITS = [
  ["cm", "Centimeters and kilograms"],
  ["inches", "Inches and pounds"],
] as const;

/** Whose garment it is and every measurement at once, for browsers without JavaScript. */
export function PlainFitFields({ terms, result }: Props) {
  const { required } = terms.measurements;
  const entered = result?.entered ?? {};
  const unit = entered.unit ?? "cm";
  const problem = result?.error?.person?.[0] ?? result?.error?.[""]?.[0];
  return (
    <section className="border-t border-line pt-6 pb-10">
      <h2 className="display text-2xl">Measurements</h2>
      <p className="mt-1 mb-6 max-w-[60ch] text-sm text-ink-soft">
        {required.length} measurements with a tape. Ask somebody to help you, and stand relaxed.
        Only you and the atelier read them.
      </p>
      {entered.line && (
        <Notice kind="info" title="You are changing a piece in your cart" className="mb-6">
          It stays as it was until you save. Leave every measurement empty to use those it has.
        </Notice>
      )}
      {result?.status === "error" && (
        <Notice kind="error" title="Not added yet" className="mb-6">
          {problem ?? "Please look at the fields below that are marked."}
        </Notice>
      )}
      <div className="max-w-form space-y-6">
        <Field label="Name of the person" optional>
          <Input
            form={PLAIN_FIT}
            name="person"
            defaultValue={entered.person}
            maxLength={MAX_LABEL_LENGTH}
          />
        </Field>
        <fieldset className="text-sm">
          <legend className="mb-1.5 font-medium">I measure in</legend>
          {UNITS.map(([value, label]) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                form={PLAIN_FIT}
                name="unit"
                value={value}
                defaultChecked={unit === value}
                className="choice"
              />
              {label}
            </label>
          ))}
        </fieldset>
        {required.map((name) => (
          <MeasurementFields key={name} name={name} result={result} />
        ))}
      </div>
    </section>
  );
}

type FieldsProps = { name: MeasurementName; result: FitResult | undefined };

function MeasurementFields({ name, result }: FieldsProps) {
  const { instruction, kind, label } = MEASUREMENTS[name];
  const { entered = {}, error = {} } = result ?? {};
  const question = error[keepField(name)]?.[0];
  const confirmed = confirmedText(entered, name);
  const isConfirmed = entered[keepField(name)] === confirmed;
  const readings = Array.from({ length: readingsNeeded(name) }, (_, reading) => reading);
  return (
    <div className="space-y-3">
      {readings.map((reading) => {
        const field = readingField(name, reading);
        return (
          <Field
            key={field}
            label={reading === 0 ? label : `${label}, a second time`}
            hint={reading === 0 ? instruction : "This one decides the pattern: measure it again."}
            error={error[field]?.[0]}
          >
            <Input
              form={PLAIN_FIT}
              name={field}
              defaultValue={entered[field]}
              inputMode={kind === "angle" ? "numeric" : "decimal"}
              autoComplete="off"
              maxLength={20}
              className="figures"
            />
          </Field>
        );
      })}
      {(question || isConfirmed) && (
        <Notice kind="warning" title={question}>
          <Checkbox
            form={PLAIN_FIT}
            name={keepField(name)}
            value={confirmed}
            defaultChecked={isConfirmed}
            label={`The ${label.toLowerCase()} is right as it is`}
          />
        </Notice>
      )}
    </div>
  );
}

/** The price with the options is shown in the cart, because this page cannot add it up. */
export function PlainFitButton({ line }: { line: string | undefined }) {
  return (
    <form id={PLAIN_FIT} method="post" className="space-y-4">
      {line && <input type="hidden" name="line" value={line} />}
      <p className="text-sm text-ink-soft">The cart shows the price with your options.</p>
      <Button type="submit" name="intent" value="plain" size="lg" className="w-full">
        {line ? "Save Changes" : "Add to Cart"}
      </Button>
      {!line && (
        <Button type="submit" name="intent" value="inquire" variant="secondary" className="w-full">
          Guyana Sales
        </Button>
      )}
    </form>
  );
}
