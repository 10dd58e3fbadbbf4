import { useEffect } from "react";
import { data, Link, Outlet, useLocation } from "react-router";
import { DASHBOARD_PATH } from "#app/components/admin/dashboard-tabs.ts";
import { ActionNotice } from "#app/components/admin/page-dialog.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import { readMessage } from "#app/web/admin-action.server.ts";
import type { ActionResult } from "#app/web/admin-action.ts";
import { nullIfUnreachable } from "#app/web/admin-action.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse, requireAdmin } from "#app/web/require-admin.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { isAtelier } from "#features/base/identity/guards.server.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { mailRouteOf } from "#features/base/mail/outbox.ts";
import { findPaymentTrouble } from "#features/base/settings/payment-trouble.server.ts";
import { paymentTroubleMessage } from "#features/base/settings/payment-trouble-messages.ts";
import { settingsQuery } from "#features/base/settings/settings-sections.ts";
import { countAtelierWork } from "#features/office/reports/atelier-work.server.ts";
import type { AtelierWork } from "#features/office/reports/atelier-work.ts";
import { NO_ATELIER_WORK } from "#features/office/reports/atelier-work.ts";
import { beginSecondFactorDuty } from "#features/office/staff/second-factor-duty.server.ts";
import type { SecondFactorDuty } from "#features/office/staff/second-factor-duty.ts";
import { countPaymentsToReview } from "#features/sales/payments/payment-queries.server.ts";
import { countDonationsToReview } from "#features/sales/payments/review-donation.server.ts";
import { countTransfersBack } from "#features/sales/payments/transfer-back-queries.server.ts";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/admin-layout.ts";
import { AdminShell } from "./admin-shell.tsx";
import { SecondFactorNotice } from "./second-factor-notice.tsx";

/** Shown on every admin page while customers cannot pay. */
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

/** A refund or a note on the order ends it. */
function PaymentsToReviewLine({ payments }: { payments: number }) {
  return (
    <Notice
      kind="warning"
      title={
        payments === 1
          ? "A payment does not match its order"
          : `${payments} payments do not match their orders`
      }
      className="mb-6"
    >
      Look at the order and refund the payment, or write a note when it is settled.{" "}
      <Link to="/admin/orders?attention=1" className="link">
        See the orders
      </Link>
    </Notice>
  );
}

/** Ends when the owner records on the orders that all of it was sent. */
function TransfersBackLine({ transfers }: { transfers: number }) {
  return (
    <Notice
      kind="warning"
      title={
        transfers === 1
          ? "Money of a customer waits to be sent back"
          : `Money of customers waits to be sent back: ${transfers} transfers`
      }
      className="mb-6"
    >
      Send it from your bank account, and record it on the order.{" "}
      <Link to="/admin/orders?attention=1" className="link">
        See the orders
      </Link>
    </Notice>
  );
}

function DonationsToReviewLine({ donations }: { donations: number }) {
  return (
    <Notice
      kind="warning"
      title={
        donations === 1
          ? "A payment does not match its donation"
          : `${donations} payments do not match their donations`
      }
      className="mb-6"
    >
      Refund the payment or keep it.{" "}
      <Link to="/admin/donations" className="link">
        See the donations
      </Link>
    </Notice>
  );
}

type FrameFacts = {
  duty: SecondFactorDuty;
  siteName: string;
  adminName: string;
  paymentTrouble: string | null;
  /** Set after a post without JavaScript. */
  message: Pick<ActionResult, "notice" | "undo"> | null;
  paymentsToReview: number;
  transfersBack: number;
  donationsToReview: number;
  atelier: AtelierWork;
  /** Whether the admin may open customers' measurements. */
  opensMeasurements: boolean;
  mailRoute: MailRoute;
};

let cached: FrameFacts | null = null;

/** Serves moments when the shop is unreachable. Browser only. */
function cacheFrame(facts: FrameFacts): void {
  cached = facts;
}

function getCachedFrame(): FrameFacts | null {
  return cached;
}

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export async function loader({ context, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (!isAdmin(actor)) return refuse();
  const deps = context.get(depsContext);
  const { general } = (await deps.siteFacts()).shell;
  const notices = await paymentNotices(deps);
  const left = readMessage(request, deps);
  const headers = new Headers(PRIVATE);
  if (left) headers.append("Set-Cookie", left.clear);
  const message = left?.value ?? null;
  return data(
    {
      siteName: general.siteName,
      adminName: actor.name,
      ...notices,
      message,
      duty: await secondFactorDuty(deps, actor),
      atelier: await atelierWork(deps, actor),
      opensMeasurements: await opensMeasurements(deps, actor),
      mailRoute: mailRouteOf(deps.env),
    },
    { headers },
  );
}

/** A failed request keeps the frame; the page reports the error. */
export async function clientLoader({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<FrameFacts> {
  const cached = getCachedFrame();
  if (!cached) return serverLoader();
  return (await nullIfUnreachable(serverLoader(), request)) ?? cached;
}

/** None when unreadable, so that the frame still shows. */
async function secondFactorDuty(deps: AppDeps, { userId }: Admin): Promise<SecondFactorDuty> {
  try {
    return await beginSecondFactorDuty(deps, { userId });
  } catch (error) {
    deps.logger.error({ err: error }, "admin: second factors not loaded");
    return { kind: "none" };
  }
}

/** Nothing when unreadable, so that the frame still shows. */
async function atelierWork(deps: AppDeps, actor: Admin): Promise<AtelierWork> {
  try {
    const counted = await countAtelierWork(deps.db, { actor, now: deps.clock.now() });
    return counted.ok ? counted.value : NO_ATELIER_WORK;
  } catch (error) {
    deps.logger.error({ err: error }, "admin: work of the atelier not counted");
    return NO_ATELIER_WORK;
  }
}

/** True when unreadable, so that no link is missing; the pages themselves check. */
async function opensMeasurements({ db, logger }: AppDeps, actor: Admin): Promise<boolean> {
  try {
    return await isAtelier(db, actor);
  } catch (error) {
    logger.error({ err: error }, "admin: permission of measurements not loaded");
    return true;
  }
}

/** Empty when unreadable, so that the frame still shows. */
async function paymentNotices({ db, logger }: AppDeps) {
  try {
    const trouble = await findPaymentTrouble(db);
    return {
      paymentTrouble: trouble && paymentTroubleMessage(trouble),
      paymentsToReview: await countPaymentsToReview(db),
      transfersBack: await countTransfersBack(db),
      donationsToReview: await countDonationsToReview(db),
    };
  } catch (error) {
    logger.error({ err: error }, "admin: state of payments not loaded");
    return { paymentTrouble: null, paymentsToReview: 0, transfersBack: 0, donationsToReview: 0 };
  }
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** Its middleware guards every loader and action below. */
export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  const {
    siteName,
    adminName,
    duty,
    paymentTrouble,
    paymentsToReview,
    transfersBack,
    donationsToReview,
    message,
    atelier,
  } = loaderData;
  const isFirstPage = useLocation().pathname === DASHBOARD_PATH;
  useEffect(() => cacheFrame(loaderData), [loaderData]);
  return (
    <AdminShell
      siteName={siteName}
      adminName={adminName}
      work={atelier}
      opensMeasurements={loaderData.opensMeasurements}
    >
      <SecondFactorNotice duty={duty} isFirstPage={isFirstPage} />
      {paymentTrouble && <PaymentTroubleLine text={paymentTrouble} />}
      {paymentsToReview > 0 && <PaymentsToReviewLine payments={paymentsToReview} />}
      {transfersBack > 0 && <TransfersBackLine transfers={transfersBack} />}
      {donationsToReview > 0 && <DonationsToReviewLine donations={donationsToReview} />}
      <ActionNotice result={message} />
      <MailRouteContext value={loaderData.mailRoute}>
        <Outlet />
      </MailRouteContext>
    </AdminShell>
  );
}
