import { useEffect } from "react";
import { data, Outlet, useOutletContext } from "react-router";
import type { AccountNote } from "#app/components/account/account-note.ts";
import { noteCookie, noteToast, readNote } from "#app/components/account/account-note.ts";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { requireCustomer } from "#app/web/require-customer.server.ts";
import { mailRouteOf } from "#features/base/mail/outbox.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { Route } from "./+types/account-layout.ts";

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

export async function loader({ request, context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const note = readNote(request);
  const headers = new Headers(PRIVATE);
  if (note) {
    const options = { https: deps.publicUrl.startsWith("https://") };
    headers.append("Set-Cookie", noteCookie(null, options));
  }
  return data({ note, mailRoute: mailRouteOf(deps.env) }, { headers });
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** Its middleware guards every loader and action below. */
export default function AccountFrame({ loaderData }: Route.ComponentProps) {
  const shell = useOutletContext<SiteShell>();
  // The same note twice shows two toasts.
  useEffect(() => {
    if (loaderData.note) showToast(noteToast(loaderData.note));
  }, [loaderData]);
  return (
    <>
      {loaderData.note && <NoteWithoutScript note={loaderData.note} />}
      <MailRouteContext value={loaderData.mailRoute}>
        <Outlet context={shell} />
      </MailRouteContext>
    </>
  );
}

/** The note as a paragraph; with JavaScript it is a toast. */
function NoteWithoutScript({ note }: { note: AccountNote }) {
  const { title, description } = noteToast(note);
  return (
    <noscript>
      <div className="shell pt-6">
        <Notice kind="success" title={title}>
          {description}
        </Notice>
      </div>
    </noscript>
  );
}
