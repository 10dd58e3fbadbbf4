import { data, Outlet } from "react-router";
import { AdminShell } from "#app/admin/admin-shell.tsx";
import { PaymentTroubleLine } from "#app/admin/payment-trouble-line.tsx";
import { PRIVATE, refuse, requireAdmin } from "#app/auth/require-admin.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { findPaymentTrouble } from "#features/settings/payment-trouble.server.ts";
import { paymentTroubleWords } from "#features/settings/payment-trouble-words.ts";
import type { Route } from "./+types/frame.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (!isAdmin(actor)) return refuse();
  const deps = context.get(depsContext);
  const { general } = (await deps.siteFacts()).shell;
  const trouble = await findPaymentTrouble(deps.db);
  const paymentTrouble = trouble && paymentTroubleWords(trouble);
  return data(
    { siteName: general.siteName, adminName: actor.name, paymentTrouble },
    { headers: PRIVATE },
  );
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** The frame around every page of the admin; its middleware guards every loader and action below. */
export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  const { siteName, adminName, paymentTrouble } = loaderData;
  return (
    <AdminShell siteName={siteName} adminName={adminName}>
      {paymentTrouble && <PaymentTroubleLine text={paymentTrouble} />}
      <Outlet />
    </AdminShell>
  );
}
