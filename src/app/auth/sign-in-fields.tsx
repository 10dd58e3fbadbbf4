import type { FieldMetadata } from "@conform-to/react";
import { FormField } from "#app/components/form/form-field.tsx";

type Props = { field: FieldMetadata<string> };

export function UsernameField({ field }: Props) {
  return (
    <FormField
      field={field}
      label="Username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}

/** Password managers fill in the email as the username. */
export function EmailField({ field }: Props) {
  return (
    <FormField
      field={field}
      label="Email"
      type="email"
      autoComplete="username"
      spellCheck={false}
      required
    />
  );
}
