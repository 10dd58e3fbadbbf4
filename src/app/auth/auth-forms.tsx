import { getFormProps, useForm } from "@conform-to/react";
import { useEffect } from "react";
import { Form, Link, useNavigation } from "react-router";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { NEW_PASSWORD_HINT, PasswordField } from "#app/components/form/password-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { authPath } from "#app/web/safe-path.ts";
import { MAX_NAME_LENGTH } from "#core/name-length.ts";
import type { Credentials, Registration } from "#features/base/identity/account-input.ts";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast-store.ts";
import { EmailField } from "./sign-in-fields.tsx";

type Props = {
  next: string;
  lastResult: FormResult | undefined;
};

/** Focuses the password when no field has an error. */
function useRefusal(formId: string, lastResult: FormResult | undefined): void {
  useEffect(() => {
    const { "": messages, ...fields } = lastResult?.error ?? {};
    if (!messages) return;
    showToast({ kind: "error", title: "Error", description: messages.join(" ") });
    if (Object.keys(fields).length > 0) return;
    document.querySelector<HTMLElement>(`#${formId} [name=password]`)?.focus();
  }, [formId, lastResult]);
}

const useBusy = () => {
  const { state, formMethod } = useNavigation();
  return state !== "idle" && formMethod === "POST";
};

/** The email of the account that was just created in this tab, for the sign-in that follows. */
let registeredEmail = "";

export function SignInForm({ next, lastResult }: Props) {
  const [form, fields] = useForm<Credentials>({
    id: "sign-in",
    defaultValue: { email: registeredEmail, password: "" },
    lastResult,
    defaultNoValidate: false,
  });
  useRefusal(form.id, lastResult);
  return (
    <Form
      method="post"
      action={authPath(next)}
      replace
      {...getFormProps(form)}
      noValidate={false}
      className="space-y-5"
    >
      <FormErrors form={form} title="Error" live={false} />
      <EmailField field={fields.email} />
      <PasswordField field={fields.password} label="Password" autoComplete="current-password" />
      <Button type="submit" size="lg" className="w-full" busy={useBusy()} busyLabel="Signing in...">
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

export function RegisterForm({ next, lastResult }: Props) {
  const [form, fields] = useForm<Registration>({
    id: "register",
    lastResult,
    defaultNoValidate: false,
  });
  useRefusal(form.id, lastResult);
  return (
    <Form
      method="post"
      action={authPath(next, "create-account")}
      replace
      {...getFormProps(form)}
      onInput={({ currentTarget }) => {
        registeredEmail = String(new FormData(currentTarget).get("email") ?? "");
      }}
      noValidate={false}
      className="space-y-5"
    >
      <FormErrors form={form} title="Error" live={false} />
      <FormField
        field={fields.firstName}
        label="First Name"
        autoComplete="given-name"
        maxLength={MAX_NAME_LENGTH}
        required
      />
      <FormField
        field={fields.lastName}
        label="Last Name"
        autoComplete="family-name"
        maxLength={MAX_NAME_LENGTH}
        optional
      />
      <EmailField field={fields.email} />
      <PasswordField
        field={fields.password}
        label="Password"
        autoComplete="new-password"
        hint={NEW_PASSWORD_HINT}
      />
      <Button
        type="submit"
        size="lg"
        className="w-full"
        busy={useBusy()}
        busyLabel="Creating account..."
      >
        Create Account
      </Button>
    </Form>
  );
}
