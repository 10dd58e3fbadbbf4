import type {
  ComponentForm,
  OptionField,
} from "#features/garments/order-patterns/product-patterns.ts";
import { Field, Input, Select } from "#ui/field.tsx";

const FITS = [
  { fit: "close", label: "Close" },
  { fit: "regular", label: "Regular" },
  { fit: "easy", label: "Easy" },
] as const;

type Props = {
  form: ComponentForm;
  errors: Readonly<Record<string, string>>;
  /** What was entered in a form that was refused, by field name. */
  texts: Readonly<Record<string, string>>;
};

/** Ease by fit and options of one pattern; an empty field leaves the design's own value. */
export function ComponentFields({ errors, form, texts }: Props) {
  const { component, design, eases, note, options } = form;
  if (design === null) return <p className="text-sm text-ink-soft">{note}</p>;
  const isChanged = options.some(({ option, value }) => {
    return value !== "" || errors[`option.${component}.${option}`];
  });
  return (
    <div className="space-y-6">
      <p className="text-sm text-ink-soft">
        {note} What you enter here is not changed by the shop when it looks for a draft that fits.
      </p>
      {eases.map(({ byFit, from, label, option, to, unit }) => (
        <fieldset key={option}>
          <legend className="text-sm font-medium">
            {label}
            <span className="font-normal text-ink-quiet">
              , {from} to {to} {unit}
            </span>
          </legend>
          <div className="mt-2 grid grid-cols-3 gap-4">
            {FITS.map(({ fit, label: fitLabel }) => {
              const name = `ease.${component}.${fit}.${option}`;
              return (
                <Field key={fit} label={fitLabel} error={errors[name]}>
                  <Input
                    name={name}
                    inputMode="decimal"
                    defaultValue={texts[name] ?? byFit[fit]}
                    className="figures"
                  />
                </Field>
              );
            })}
          </div>
        </fieldset>
      ))}
      {options.length > 0 && (
        <details open={isChanged}>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            Options of the design
          </summary>
          <div className="mt-3 grid gap-5 sm:grid-cols-2">
            {options.map((field) => {
              const name = `option.${component}.${field.option}`;
              return (
                <Field
                  key={field.option}
                  label={field.label}
                  error={errors[name]}
                  hint={field.hint}
                  optional
                >
                  <OptionControl name={name} field={field} text={texts[name] ?? field.value} />
                </Field>
              );
            })}
          </div>
        </details>
      )}
    </div>
  );
}

function OptionControl({ field, name, text }: { field: OptionField; name: string; text: string }) {
  if (field.values.length === 0) {
    return <Input name={name} inputMode="decimal" defaultValue={text} className="figures" />;
  }
  return (
    <Select name={name} defaultValue={text}>
      {field.values.map(({ label, value }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}
