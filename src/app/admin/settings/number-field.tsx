import { useState } from "react";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";

type Props = {
  label: string;
  /** Its name in the form. */
  name: string;
  value: number | null;
  /** Null where an empty field means nothing; NaN stands for what is no number. */
  onChange: (value: number | null) => void;
  /** How many of the stored units one shown unit is: 100 for dollars. */
  scale?: number;
  /** Whether the field may stay empty. */
  optional?: boolean;
  error?: string | undefined;
};

/** A number as it is typed, kept as text until it is one. */
export function NumberField({ label, name, value, onChange, scale = 1, optional, error }: Props) {
  const digits = scale === 1 ? 0 : 2;
  const [text, setText] = useState(
    value === null || Number.isNaN(value) ? "" : (value / scale).toFixed(digits),
  );
  return (
    <Field label={label} {...(optional ? { optional } : {})} error={error}>
      <Input
        name={name}
        value={text}
        inputMode={scale === 1 ? "numeric" : "decimal"}
        autoComplete="off"
        className="figures"
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          if (typed.trim() === "") return onChange(optional ? null : Number.NaN);
          onChange(Math.round(Number(typed) * scale * 100) / 100);
        }}
      />
    </Field>
  );
}
