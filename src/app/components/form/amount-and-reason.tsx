import type { FieldMetadata } from "@conform-to/react";
import { Input, Textarea } from "#ui/field.tsx";
import { controlProps, FormField } from "./form-field.tsx";

type AmountProps = {
  field: FieldMetadata<string | undefined>;
  hint?: string;
  optional?: boolean | undefined;
};

/** A number field hides input such as 12,50. */
export function AmountField({ field, hint, optional }: AmountProps) {
  return (
    <FormField field={field} label="Amount in $" hint={hint} optional={optional}>
      <Input {...controlProps(field)} inputMode="decimal" autoComplete="off" className="sm:w-52" />
    </FormField>
  );
}

type ReasonProps = { field: FieldMetadata<string>; hint?: string };

export function ReasonField({ field, hint = "The customer reads it." }: ReasonProps) {
  return (
    <FormField field={field} label="Reason" hint={hint}>
      <Textarea {...controlProps(field)} rows={2} required />
    </FormField>
  );
}
