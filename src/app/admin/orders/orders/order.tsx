import { use, useEffect, useRef } from "react";
import { data, Form } from "react-router";
import { countryOptions } from "#app/components/address/country-options.ts";
import { BounceNotice } from "#app/components/admin/bounce-notice.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { requestConfirmation } from "#app/web/request-confirmation.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { orderNumber } from "#core/document-number.ts";
import { newId } from "#core/ids.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/order.ts";
import { handleOrderAction } from "./handle-order-action.server.ts";
import type { Done, OrderAction } from "./order-actions.ts";
import { EMAIL_WAS_SENT, ORDER_ACTIONS, orderActionMessage, readDone } from "./order-actions.ts";
import { OrderPageLead, OrderPageView } from "./order-page-view.tsx";
import { readOrderPage } from "./read-order-page.server.ts";

function undoOf({ intent, of }: Done, adminOrder: AdminOrder): OrderAction | null {
  const shipment = adminOrder.shipments.find(({ id }) => id === of);
  if (!shipment || adminOrder.undoOptions[of]?.obstacle !== null) return null;
  if (intent === "ship" && !shipment.deliveredAt) return "unship";
  return intent === "deliver" && shipment.deliveredAt ? "undeliver" : null;
}

function isReported({ intent }: Done, adminOrder: AdminOrder): boolean {
  if (intent !== "undeliver" && intent !== "unship") return false;
  const type = intent === "unship" ? "shipment_undone" : "delivery_undone";
  return adminOrder.events.findLast((event) => event.type === type)?.detail.mail === "out";
}

/** Receives focus, because its form closed, and stays until the next action. */
function DoneNotice({ done, adminOrder }: { done: Done; adminOrder: AdminOrder }) {
  const target = useRef<HTMLDivElement>(null);
  // During hydration, focus moves only if nothing else has it.
  const isWaking = useRef(!useHydrated());
  useEffect(() => {
    if (!isWaking.current || document.activeElement === document.body) target.current?.focus();
  }, []);
  const undo = undoOf(done, adminOrder);
  const warns = isReported(done, adminOrder);
  const mailRoute = use(MailRouteContext);
  return (
    <div ref={target} tabIndex={-1} role="status" className="mb-6 outline-none">
      <Notice kind={warns ? "warning" : "success"}>
        <div className="flex flex-wrap items-baseline gap-x-5">
          <p>
            {orderActionMessage(done.intent, mailRoute)} {warns && EMAIL_WAS_SENT}
          </p>
          {undo && (
            <Form method="post">
              <input type="hidden" name="intent" value={undo} />
              <input type="hidden" name="target" value={done.of} />
              <button type="submit" className="link -my-2.5 min-h-11 font-medium text-ink">
                Undo
              </button>
            </Form>
          )}
        </div>
      </Notice>
    </div>
  );
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const page = await readOrderPage(context.get(depsContext), { actor, orderId: params.id });
  if (page.ok) {
    const requested: OrderAction | null =
      ORDER_ACTIONS.find((each) => each === url.searchParams.get("do")) ?? null;
    return {
      ...page.value,
      done: readDone(url.searchParams),
      openAction: requested,
      idempotencyKey: newId(),
      countries: countryOptions(),
    };
  }
  if (page.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const form = await readFormData(request);
  const handled = await handleOrderAction({ deps, actor, orderId: params.id }, form);
  return handled === "unconfirmed" ? requestConfirmation({ actor, deps }, request, form) : handled;
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData ? `Order ${orderNumber(loaderData.adminOrder.order.id)}` : "Order not found",
  },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { openAction, bounce, countries, adminOrder, done, idempotencyKey } = loaderData;
  const number = orderNumber(adminOrder.order.id);
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs items={[{ label: "Orders", to: "/admin/orders" }, { label: number }]} />
      </div>
      <AdminPage title={`Order ${number}`} lead={<OrderPageLead adminOrder={adminOrder} />}>
        {bounce && <BounceNotice bounce={bounce} />}
        {done && !actionData && (
          <DoneNotice key={idempotencyKey} done={done} adminOrder={adminOrder} />
        )}
        <OrderPageView
          adminOrder={adminOrder}
          idempotencyKey={idempotencyKey}
          countries={countries}
          returnable={loaderData.returnable}
          contracts={loaderData.contracts}
          atelier={loaderData.atelier}
          payoutAccount={loaderData.payoutAccount}
          openAction={openAction}
          result={actionData}
        />
      </AdminPage>
    </>
  );
}
