import { landmarksOf } from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { LANDMARKS, MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { readingsNeeded } from "#features/body/measurement/required-measurements.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { MeasuringUnitFields } from "./measuring-unit-fields.tsx";
import { confirmedText, keepField, readingField } from "./reading-fields.ts";

type Props = {
  names: readonly MeasurementName[];
  entered: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, readonly string[] | null>>;
  /** The id of the form, where it does not surround the fields. */
  form?: string;
};

/** The unit, the landmarks and every measurement at once, for browsers without JavaScript. */
export function PlainReadingFields(props: Props) {
  const { entered, form, names } = props;
  return (
    <>
      <MeasuringUnitFields unit={entered.unit} form={form} />
      <Landmarks names={names} />
      {names.map((name) => (
        <MeasurementFields key={name} {...props} name={name} />
      ))}
    </>
  );
}

function Landmarks({ names }: Pick<Props, "names">) {
  const landmarks = landmarksOf(names);
  if (landmarks.length === 0) return null;
  return (
    <div className="text-sm">
      <p className="font-medium">Find these first</p>
      <dl className="mt-2 space-y-3">
        {landmarks.map((landmark) => (
          <div key={landmark}>
            <dt className="font-medium text-ink">{LANDMARKS[landmark].label}</dt>
            <dd className="text-ink-soft">
              {LANDMARKS[landmark].find} {LANDMARKS[landmark].check}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The spoken instruction says in full what the guide shows in a drawing. */
function MeasurementFields({ entered, errors, form, name }: Props & { name: MeasurementName }) {
  const { kind, label, spoken } = MEASUREMENTS[name];
  const question = errors[keepField(name)]?.[0];
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
            hint={reading === 0 ? spoken : "This one decides the pattern: measure it again."}
            error={errors[field]?.[0]}
          >
            <Input
              form={form}
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
            form={form}
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
