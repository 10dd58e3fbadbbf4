import { useEffect } from "react";
import { data, Link, Outlet } from "react-router";
import { DASHBOARD_PATH } from "#app/admin/dashboard/dashboard-tabs.ts";
import { settingsQuery } from "#app/admin/settings/settings-url.ts";
import { nullIfUnreachable } from "#app/web/admin-unreached.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { PRIVATE, refuse, requireAdmin } from "#app/web/require-admin.server.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { findPaymentTrouble } from "#features/settings/payment-trouble.server.ts";
import { paymentTroubleMessage } from "#features/settings/payment-trouble-messages.ts";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/admin-layout.ts";
import { AdminShell } from "./admin-shell.tsx";

/** On every page of the admin while shoppers cannot pay: the owner hears of it from the shop, not from a customer. */
function PaymentTroubleLine({ text }: { text: string }) {
  return (
    <Notice kind="error" title="Card payments do not work at the moment" className="mb-6">
      {text}{" "}
      <Link to={`${DASHBOARD_PATH}${settingsQuery("integrations")}`} className="link">
        See Stripe Integration
      </Link>
    </Notice>
  );
}

/** What the admin's frame shows. */
type FrameFacts = { siteName: string; adminName: string; paymentTrouble: string | null };

let kept: FrameFacts | null = null;

/** Keeps what the frame shows, for a moment when the shop cannot be reached. For the browser only. */
function cacheFrame(facts: FrameFacts): void {
  kept = facts;
}

/** What the frame showed last; null before anything. */
function getCachedFrame(): FrameFacts | null {
  return kept;
}

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
