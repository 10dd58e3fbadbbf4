import { Form, Link } from "react-router";
import { authPath } from "#app/web/safe-path.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import type { AuthFormResult } from "./auth-form-result.ts";
import { AuthRefusal } from "./auth-refusal.tsx";
import { PasswordField } from "./password-field.tsx";
import { useAuthFormResult } from "./use-auth-form-result.ts";

type Props = { next: string; answer: AuthFormResult | undefined };

/** Email and password; a plain form until the page's script has arrived. */
export function SignInForm({ next, answer }: Props) {
  const { formRef, errors, busy, onChange } = useAuthFormResult(answer);
  return (
    <Form
      ref={formRef}
      method="post"
      action={authPath(next)}
      replace
      onChange={onChange}
      className="space-y-5"
    >
      <AuthRefusal answer={answer} />
      <Field label="Email" error={errors.email}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          spellCheck={false}
          defaultValue={answer?.typed.email}
          required
        />
      </Field>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <Button type="submit" size="lg" className="w-full" busy={busy} busyLabel="Signing in...">
        Login
      </Button>
      <p className="text-center text-sm">
        <Link to="/auth/forgot" className="link inline-flex min-h-11 items-center">
          Forgot your password?
        </Link>
      </p>
    </Form>
  );
}
