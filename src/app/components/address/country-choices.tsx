import type { ChangeEvent } from "react";
import { useState } from "react";
import { countryName } from "#core/delivery-address.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { FieldError } from "#ui/field.tsx";
import { COUNTRY_CODES, countryOptions } from "./country-options.ts";

type Props = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** The name of each checkbox in the form, and the id of what opens the list. */
  name: string;
  /** ISO codes. */
  chosen: readonly string[];
  className?: string | undefined;
};

/** The codes of the list, nearby countries first, and those that were chosen before and are not in it. */
function listCodes(chosen: readonly string[]): string[] {
  const { near, rest } = countryOptions();
  const others = chosen.filter((code) => !COUNTRY_CODES.includes(code));
  return [...[...near, ...rest].map(({ code }) => code), ...others];
}

const namesOf = (codes: readonly string[]): string =>
  codes.length === 0 ? "None" : codes.map(countryName).join(", ");

/** Any number of countries, chosen by name in a list that opens; without JavaScript too. */
export function CountryChoices({ chosen, className, error, hint, label, name }: Props) {
  const [ticked, setTicked] = useState(chosen);
  const change = ({ currentTarget }: ChangeEvent<HTMLDivElement>) => {
    const boxes = currentTarget.querySelectorAll<HTMLInputElement>("input:checked");
    setTicked([...boxes].map(({ value }) => value));
  };
  return (
    <fieldset className={className}>
      <legend className="text-sm font-medium">{label}</legend>
      <details className="mt-1.5 border border-line">
        <summary id={name} className="min-h-11 cursor-pointer px-3 py-2.5">
          {namesOf(ticked)}
        </summary>
        <div
          onChange={change}
          className="grid max-h-80 gap-x-6 overflow-y-auto border-t border-line px-3 sm:grid-cols-2 lg:grid-cols-3"
        >
          {listCodes(chosen).map((code) => (
            <Checkbox
              key={code}
              label={countryName(code)}
              name={name}
              value={code}
              defaultChecked={chosen.includes(code)}
            />
          ))}
        </div>
      </details>
      {hint && <p className="mt-1.5 text-sm text-ink-quiet">{hint}</p>}
      <FieldError id={`${name}-error`} error={error} />
    </fieldset>
  );
}
