import type { ReactNode } from "react";
import { useId } from "react";
import { FieldError } from "./field.tsx";

type RadioOption = {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
};

type Props = {
  legend: ReactNode;
  name: string;
  options: readonly RadioOption[];
  defaultValue?: string;
  /** With `onChoose`, the caller holds the choice. */
  value?: string;
  onChoose?: (value: string) => void;
  error?: string | null | undefined;
};

export function RadioGroup(props: Props) {
  const { legend, name, options, defaultValue, value, onChoose, error } = props;
  const errorId = `${useId()}-error`;
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 items-start gap-3 py-2.5 leading-6 has-disabled:text-ink-quiet"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            disabled={option.disabled}
            aria-invalid={error ? true : undefined}
            {...(onChoose
              ? { checked: value === option.value, onChange: () => onChoose(option.value) }
              : { defaultChecked: defaultValue === option.value })}
            className="choice mt-0.5"
          />
          <span>
            {option.label}
            {option.hint && <span className="block text-sm text-ink-quiet">{option.hint}</span>}
          </span>
        </label>
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
