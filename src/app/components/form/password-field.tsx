import type { FieldMetadata } from "@conform-to/react";
import { Eye, EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import { FormField } from "#app/components/form/form-field.tsx";
import { IconButton } from "#ui/button.tsx";
import { useHydrated } from "#ui/hydration.ts";

type Props = {
  field: FieldMetadata<string>;
  label: ReactNode;
  hint?: ReactNode;
  autoComplete: "current-password" | "new-password";
};

export const NEW_PASSWORD_HINT =
  "At least 8 characters. A few words in a row are easy to remember.";

/** The server never returns its value. */
export function PasswordField({ field, label, hint, autoComplete }: Props) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <FormField
        field={field}
        label={label}
        hint={hint}
        type={shown ? "text" : "password"}
        autoComplete={autoComplete}
        autoCapitalize={shown ? "none" : undefined}
        spellCheck={false}
        required
        className="[&_input]:pr-12"
      />
      {hydrated && (
        // Below the label and its margin.
        <span className="absolute top-7.5 right-0.5 text-ink-quiet">
          <IconButton
            label={shown ? "Hide password" : "Show password"}
            icon={<Icon size={20} aria-hidden="true" />}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </div>
  );
}
