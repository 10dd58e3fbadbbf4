import { Form } from "react-router";
import { authPath } from "#app/web/safe-path.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import type { AuthFormResult } from "./auth-form-result.ts";
import { AuthRefusal } from "./auth-refusal.tsx";
import { PasswordField } from "./password-field.tsx";
import { useAuthFormResult } from "./use-auth-form-result.ts";

type Props = { next: string; answer: AuthFormResult | undefined };

/** First and last name, email and password; a plain form until the page's script has arrived. */
export function RegisterForm({ next, answer }: Props) {
  const { formRef, errors, busy, onChange } = useAuthFormResult(answer);
  const typed = answer?.typed;
  return (
    <Form
      ref={formRef}
      method="post"
      action={authPath(next, "create-account")}
      replace
      onChange={onChange}
      className="space-y-5"
    >
      <AuthRefusal answer={answer} />
      <Field label="First Name" error={errors.firstName}>
        <Input
          name="firstName"
          autoComplete="given-name"
          maxLength={80}
          defaultValue={typed?.firstName}
          required
        />
      </Field>
      <Field label="Last Name" error={errors.lastName}>
        <Input
          name="lastName"
          autoComplete="family-name"
          maxLength={80}
          defaultValue={typed?.lastName}
          required
        />
      </Field>
      <Field label="Email" error={errors.email}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          spellCheck={false}
          defaultValue={typed?.email}
          required
        />
      </Field>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters. A few words in a row are easy to keep in mind."
        error={errors.password}
      />
      <Button
        type="submit"
        size="lg"
        className="w-full"
        busy={busy}
        busyLabel="Creating account..."
      >
        Create Account
      </Button>
    </Form>
  );
}
