import { Form, useNavigation } from "react-router";
import type { SignInErrors } from "#features/identity/sign-in-input.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import { PasswordField } from "./password-field.tsx";

/** What the login answers when nobody was let in. */
export type LoginFailure = {
  username: string;
  fields: SignInErrors | null;
  message: string | null;
};

type Props = {
  /** The admin page asked for, sent along with the form. */
  next: string;
  failure: LoginFailure | undefined;
};

/** Username, password and Access CMS; a plain form until the page's script has arrived. */
export function LoginForm({ next, failure }: Props) {
  const navigation = useNavigation();
  const sending = navigation.state !== "idle" && navigation.formAction?.startsWith("/login");
  const entering = navigation.location?.pathname.startsWith("/admin") === true;
  return (
    <Form method="post" action="/login" replace className="space-y-5">
      <input type="hidden" name="next" value={next} />
      {failure?.message && (
        <Notice kind="error" title="Login failed" live>
          {failure.message}
        </Notice>
      )}
      <Field label="Username" error={failure?.fields?.username}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={failure?.username}
          required
        />
      </Field>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={failure?.fields?.password}
      />
      <Button type="submit" size="lg" className="w-full" busy={sending || entering}>
        Access CMS
      </Button>
      <p role="status" className="min-h-6 text-center text-sm text-ink-quiet">
        {entering ? "Checking admin privileges..." : "Sessions last 24 hours."}
      </p>
    </Form>
  );
}
