import { Eye, EyeOff } from "lucide-react";
import type { ComponentProps } from "react";
import { useState } from "react";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Input } from "#ui/input.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

type Props = Pick<ComponentProps<typeof Field>, "label" | "hint" | "error"> & {
  name: string;
  autoComplete: "current-password" | "new-password";
};

/** A password that can be shown while it is typed. */
export function PasswordField({ label, hint, error, name, autoComplete }: Props) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={error}>
        <Input
          type={shown ? "text" : "password"}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize={shown ? "none" : undefined}
          spellCheck={false}
          required
          className="pr-12"
        />
      </Field>
      {hydrated && (
        // The label's line and its margin stand above the field.
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
