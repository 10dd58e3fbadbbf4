import { data, Form, redirect, useNavigation } from "react-router";
import { MainContent } from "#app/shell/main-content.tsx";
import { Wordmark } from "#app/shell/wordmark.tsx";
import { cookieContextFor, flashCookie, signedInCookie } from "#app/web/browser-cookies.ts";
import { depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { safeAdminPath } from "#app/web/safe-path.ts";
import type { SignInErrors } from "#features/identity/account-input.ts";
import { readSignIn } from "#features/identity/account-input.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { findActor } from "#features/identity/find-actor.server.ts";
import type { SignInFailure } from "#features/identity/sign-in-admin.server.ts";
import { signInAdmin } from "#features/identity/sign-in-admin.server.ts";
import { ADMIN_SESSION_S } from "#platform/auth.server.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/login.ts";
import { PasswordField } from "./password-field.tsx";

/** What the login answers when nobody was let in. */
type LoginFailure = {
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
function LoginForm({ next, failure }: Props) {
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

export const headers: Route.HeadersFunction = () => PRIVATE;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const next = safeAdminPath(url.searchParams.get("next"));
  if (isAdmin(await findActor(deps, request))) throw redirect(next, { headers: PRIVATE });
  const { general } = (await deps.siteFacts()).shell;
  return data({ next, siteName: general.siteName }, { headers: PRIVATE });
}

function wordsOf(failure: SignInFailure): { message: string; status: number } {
  switch (failure.code) {
    case "invalid_credentials":
      return { message: "Invalid username or password", status: 401 };
    case "too_many_attempts":
      return {
        message: `Too many attempts. Please wait ${failure.retryAfterSeconds} seconds and try again.`,
        status: 429,
      };
    case "foreign_origin":
      return { message: "Please open this page at the shop's own address.", status: 403 };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await request.formData();
  const fields = readSignIn(form);
  if (!fields.ok) {
    const failure: LoginFailure = {
      username: String(form.get("username") ?? ""),
      fields: fields.error,
      message: null,
    };
    return data(failure, { status: 400, headers: PRIVATE });
  }
  const { username, password } = fields.value;
  const signedIn = await signInAdmin(deps, { username, password, request });
  if (!signedIn.ok) {
    const { message, status } = wordsOf(signedIn.error);
    const failure: LoginFailure = { username, fields: null, message };
    return data(failure, { status, headers: PRIVATE });
  }
  const headers = new Headers(PRIVATE);
  const place = cookieContextFor(deps.publicUrl);
  const cookies = [...signedIn.value.cookies, signedInCookie(ADMIN_SESSION_S, place)];
  for (const cookie of [...cookies, flashCookie("access-granted", place)]) {
    headers.append("Set-Cookie", cookie);
  }
  return redirect(safeAdminPath(String(form.get("next") ?? "")), { headers });
}

export const meta: Route.MetaFunction = () => [
  { title: "Admin login" },
  { name: "robots", content: "noindex" },
];

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { next, siteName } = loaderData;
  return (
    <MainContent className="flex min-h-svh flex-col bg-white px-6 pt-6 pb-12">
      <Wordmark siteName={siteName} className="self-start" />
      <div className="m-auto w-full max-w-104 py-12">
        <p className="eyebrow">For the house</p>
        <h1 className="display mt-2 mb-8 text-3xl">Content Management System</h1>
        <LoginForm next={next} failure={actionData} />
      </div>
    </MainContent>
  );
}
