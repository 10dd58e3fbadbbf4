import { useEffect } from "react";
import { data, Outlet } from "react-router";
import { nullIfUnreachable } from "#app/web/admin-unreached.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { PRIVATE, refuse, requireAdmin } from "#app/web/require-admin.server.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { findPaymentTrouble } from "#features/settings/payment-trouble.server.ts";
import { paymentTroubleMessage } from "#features/settings/payment-trouble-messages.ts";
import type { Route } from "./+types/admin-layout.ts";
import { AdminShell } from "./admin-shell.tsx";
import type { FrameFacts } from "./frame-cache.browser.ts";
import { cacheFrame, getCachedFrame } from "./frame-cache.browser.ts";
import { PaymentTroubleLine } from "./payment-trouble-line.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (!isAdmin(actor)) return refuse();
  const deps = context.get(depsContext);
  const { general } = (await deps.siteFacts()).shell;
  const paymentTrouble = await troubleLine(deps);
  return data(
    { siteName: general.siteName, adminName: actor.name, paymentTrouble },
    { headers: PRIVATE },
  );
}

/** A request that fails must not take the frame down with it: it stays as it was, and the page inside says what happened. */
export async function clientLoader({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<FrameFacts> {
  const kept = getCachedFrame();
  if (!kept) return serverLoader();
  return (await nullIfUnreachable(serverLoader(), request)) ?? kept;
}

/** What keeps shoppers from paying, in words; the frame stands even when that cannot be asked. */
async function troubleLine({ db, logger }: AppDeps): Promise<string | null> {
  try {
    const trouble = await findPaymentTrouble(db);
    return trouble && paymentTroubleMessage(trouble);
  } catch (error) {
    logger.error({ err: error }, "admin: state of payments not loaded");
    return null;
  }
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** The frame around every page of the admin; its middleware guards every loader and action below. */
export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  const { siteName, adminName, paymentTrouble } = loaderData;
  useEffect(() => cacheFrame(loaderData), [loaderData]);
  return (
    <AdminShell siteName={siteName} adminName={adminName}>
      {paymentTrouble && <PaymentTroubleLine text={paymentTrouble} />}
      <Outlet />
    </AdminShell>
  );
}
