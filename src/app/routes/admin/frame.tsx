import { data, Outlet } from "react-router";
import { AdminShell } from "#app/admin/admin-shell.tsx";
import { PRIVATE, refuse, requireAdmin } from "#app/auth/require-admin.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Route } from "./+types/frame.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (!isAdmin(actor)) return refuse();
  const { general } = (await context.get(depsContext).siteFacts()).shell;
  return data({ siteName: general.siteName, adminName: actor.name }, { headers: PRIVATE });
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** The frame around every page of the admin; its middleware guards every loader and action below. */
export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  const { siteName, adminName } = loaderData;
  return (
    <AdminShell siteName={siteName} adminName={adminName}>
      <Outlet />
    </AdminShell>
  );
}
