import { useState } from "react";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { numberText, readNumber } from "./number-text.ts";

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
  /** What was typed where that is more than the value. */
  typed?: string | undefined;
};

/** A number as it is typed, kept as text until it is one. */
export function NumberField(props: Props) {
  const { label, name, value, onChange, scale = 1, optional = false, error, typed } = props;
  const [text, setText] = useState(typed ?? numberText(value, scale));
  return (
    <Field label={label} optional={optional} error={error}>
      <Input
        name={name}
        value={text}
        inputMode={scale === 1 ? "numeric" : "decimal"}
        autoComplete="off"
        className="figures"
        onChange={(event) => {
          setText(event.target.value);
          onChange(readNumber(event.target.value, { scale, optional }));
        }}
      />
    </Field>
  );
}
