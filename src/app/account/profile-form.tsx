import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { ProfileErrors, ProfileNames } from "#features/identity/account-input.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";

type Props = { names: ProfileNames; email: string; errors: ProfileErrors };

/** The profile in edit mode; the email stands there disabled (specification 2). */
export function ProfileForm({ names, email, errors }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "save-profile";
  useEffect(() => {
    const first = errors.firstName || !errors.lastName ? "firstName" : "lastName";
    form.current?.querySelector<HTMLElement>(`input[name=${first}]`)?.focus();
  }, [errors]);
  return (
    <Form
      ref={form}
      method="post"
      action="/profile?edit=profile"
      preventScrollReset
      noValidate
      className="max-w-form space-y-5"
    >
      <Field label="First name" error={errors.firstName}>
        <Input name="firstName" autoComplete="given-name" defaultValue={names.firstName} required />
      </Field>
      <Field label="Last name" error={errors.lastName}>
        <Input name="lastName" autoComplete="family-name" defaultValue={names.lastName} required />
      </Field>
      <Field label="Email" hint="Email cannot be changed">
        <Input type="email" value={email} disabled readOnly />
      </Field>
      <div className="flex flex-col gap-3 pt-2 sm:flex-row">
        <Button type="submit" name="intent" value="save-profile" busy={busy}>
          Save Changes
        </Button>
        <ButtonLink to="/profile" variant="secondary" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
