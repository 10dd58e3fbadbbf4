import { data, Form, redirect } from "react-router";
import { hintCookie } from "#app/auth/browser-cookies.ts";
import { PasswordField } from "#app/auth/password-field.tsx";
import { PRIVATE } from "#app/auth/require-admin.server.ts";
import { safeCustomerPath } from "#app/auth/safe-path.ts";
import { depsContext } from "#app/context.ts";
import { findActor } from "#features/identity/find-actor.server.ts";
import { signInCustomer } from "#features/identity/sign-in-customer.server.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/auth.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const next = safeCustomerPath(url.searchParams.get("next"));
  const actor = await findActor(context.get(depsContext), request);
  if (actor.role !== "visitor") throw redirect(next, { headers: PRIVATE });
  return { next };
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await request.formData();
  const email = String(form.get("email") ?? "").trim();
  const password = String(form.get("password") ?? "");
  const signedIn = await signInCustomer(deps, { email, password, request });
  if (!signedIn.ok) {
    return data({ email, message: "Failed to sign in" }, { status: 401, headers: PRIVATE });
  }
  const headers = new Headers(PRIVATE);
  const place = { https: deps.publicUrl.startsWith("https://") };
  for (const cookie of [...signedIn.value.cookies, hintCookie(true, place)]) {
    headers.append("Set-Cookie", cookie);
  }
  return redirect(safeCustomerPath(String(form.get("next") ?? "")), { headers });
}

export const meta: Route.MetaFunction = () => [
  { title: "Sign in" },
  { name: "robots", content: "noindex" },
];

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="shell max-w-104 py-16">
      <h1 className="display mb-8 text-3xl">Your account</h1>
      <Form method="post" action="/auth" className="space-y-5">
        <input type="hidden" name="next" value={loaderData.next} />
        {actionData && (
          <Notice kind="error" title="Error" live>
            {actionData.message}
          </Notice>
        )}
        <Field label="Email">
          <Input
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={actionData?.email}
            required
          />
        </Field>
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <Button type="submit" size="lg" className="w-full">
          Login
        </Button>
      </Form>
    </div>
  );
}
