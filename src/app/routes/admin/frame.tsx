import { data, Outlet } from "react-router";
import { AdminShell } from "#app/admin/admin-shell.tsx";
import { flashCookie, readFlash } from "#app/auth/browser-cookies.ts";
import { PRIVATE, refuse, requireAdmin } from "#app/auth/require-admin.server.ts";
import { useFlash } from "#app/auth/use-flash.ts";
import { actorContext, depsContext } from "#app/context.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Route } from "./+types/frame.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { siteFacts, publicUrl } = context.get(depsContext);
  const actor = context.get(actorContext);
  if (!isAdmin(actor)) return refuse();
  const { general } = (await siteFacts()).shell;
  const flash = readFlash(request);
  const headers = new Headers(PRIVATE);
  if (flash) {
    headers.append("Set-Cookie", flashCookie(null, { https: publicUrl.startsWith("https://") }));
  }
  return data({ flash, siteName: general.siteName, adminName: actor.name }, { headers });
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** The frame around every page of the admin; its middleware guards every loader and action below. */
export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  const { flash, siteName, adminName } = loaderData;
  useFlash(flash);
  return (
    <AdminShell siteName={siteName} adminName={adminName}>
      <Outlet />
    </AdminShell>
  );
}
