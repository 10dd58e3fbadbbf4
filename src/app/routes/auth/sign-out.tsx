import { data, Form, redirect } from "react-router";
import { flashCookie, hintCookie } from "#app/auth/browser-cookies.ts";
import { PRIVATE } from "#app/auth/require-admin.server.ts";
import { afterSignOut } from "#app/auth/safe-path.ts";
import { depsContext } from "#app/context.ts";
import { MainContent } from "#app/layout/main-content.tsx";
import { signOut } from "#features/identity/sign-out.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/sign-out.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

/** Never signs out by itself: a link, a crawler or a page that loads ahead must not end a session. */
export function loader() {
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await request.formData();
  const left = await signOut(deps, { request });
  if (!left.ok) throw data(null, { status: 403, headers: PRIVATE });
  const to = afterSignOut(form.get("next"));
  const place = { https: deps.publicUrl.startsWith("https://") };
  const headers = new Headers(PRIVATE);
  const cookies = [...left.value.cookies, hintCookie(false, place)];
  if (to === "/login") cookies.push(flashCookie("signed-out", place));
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(to, { headers });
}

export const meta: Route.MetaFunction = () => [
  { title: "Sign Out" },
  { name: "robots", content: "noindex" },
];

export default function SignOut() {
  return (
    <MainContent className="shell flex min-h-svh flex-col items-center justify-center py-16 text-center">
      <h1 className="display text-3xl">Sign out?</h1>
      <p className="mt-3 text-ink-soft">You will need your password to come back.</p>
      <Form method="post" className="mt-8 flex flex-col gap-3 sm:flex-row">
        <Button type="submit">Sign Out</Button>
        <ButtonLink to="/" variant="secondary">
          Stay signed in
        </ButtonLink>
      </Form>
    </MainContent>
  );
}
