import { useEffect } from "react";
import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { MainContent } from "#app/shell/main-content.tsx";
import { cookieContextFor, flashCookie, signedInCookie } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import { forgetAllLinks } from "#app/web/private-link.server.ts";
import { afterSignOut, safeCustomerPath } from "#app/web/safe-path.ts";
import { signOut } from "#features/base/identity/sessions.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/sign-out.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

/** Never signs out: links, crawlers and prefetching must not end a session. */
export function loader() {
  return null;
}

function pageOf(request: Request): string {
  const referrer = request.headers.get("referer") ?? "";
  return safeCustomerPath(URL.canParse(referrer) ? new URL(referrer).pathname : null);
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const { next } = readFields(await readFormData(request), z.object({ next: buttonText }));
  const cookieContext = cookieContextFor(deps.publicUrl);
  const headers = new Headers(PRIVATE);
  try {
    const left = await signOut(deps, { request });
    if (!left.ok) throw data(null, { status: 403, headers: PRIVATE });
    const cookies = [
      ...left.value.cookies,
      ...forgetAllLinks(request, deps.publicUrl),
      signedInCookie(0, cookieContext),
      flashCookie("signed-out", cookieContext),
    ];
    for (const cookie of cookies) headers.append("Set-Cookie", cookie);
    return redirect(afterSignOut(next), { headers });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    deps.logger.error({ err: error }, "auth: a session was not ended");
    headers.append("Set-Cookie", flashCookie("sign-out-failed", cookieContext));
    return redirect(pageOf(request), { headers });
  }
}

export const meta: Route.MetaFunction = () => [
  { title: "Sign Out" },
  { name: "robots", content: "noindex" },
];

export default function SignOut() {
  // Measured people of the account leave this browser with the session.
  useEffect(() => {
    import("#app/components/measuring/people-sync.browser.ts").then(
      ({ keepPeopleInStep }) => keepPeopleInStep(),
      () => undefined,
    );
  }, []);
  return (
    <MainContent className="shell flex min-h-svh flex-col items-center justify-center py-16 text-center">
      <h1 className="display text-3xl">Sign out?</h1>
      <p className="mt-3 text-ink-soft">
        You can come back whenever you like; your cart stays in this browser.
      </p>
      <Form method="post" className="mt-8 flex flex-col gap-3 sm:flex-row">
        <Button type="submit">Sign Out</Button>
        <ButtonLink to="/" variant="secondary">
          Stay signed in
        </ButtonLink>
      </Form>
    </MainContent>
  );
}
