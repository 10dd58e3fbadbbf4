import { data } from "react-router";
import { countryOptions } from "#app/checkout/country-options.ts";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { newId } from "#core/ids.ts";
import { findBounce } from "#features/mail/bounces.server.ts";
import { getAdminOrder } from "#features/orders/admin-order-queries.server.ts";
import { orderNumber } from "#features/orders/order.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { BounceNotice } from "../emails/bounce-notice.tsx";
import type { Route } from "./+types/order.ts";
import { DoneNotice } from "./done-notice.tsx";
import { handleOrderAction } from "./handle-order-action.server.ts";
import type { OrderAction } from "./order-actions.ts";
import { ORDER_ACTIONS, readDone } from "./order-actions.ts";
import { OrderPageLead, OrderPageView } from "./order-page-view.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { db } = context.get(depsContext);
  const desk = await getAdminOrder(db, { actor, orderId: params.id });
  if (desk.ok) {
    const asked: OrderAction | null =
      ORDER_ACTIONS.find((each) => each === url.searchParams.get("do")) ?? null;
    const done = readDone(url.searchParams);
    const address = desk.value.order.customerEmail;
    const bounce = await findBounce(db, { actor, address });
    const countries = countryOptions();
    return {
      desk: desk.value,
      done,
      asked,
      idempotencyKey: newId(),
      countries,
      bounce: bounce.ok ? bounce.value : null,
    };
  }
  if (desk.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  return handleOrderAction({ deps, actor, orderId: params.id, form: await request.formData() });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Order ${orderNumber(loaderData.desk.order.id)}` : "Order not found" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, bounce, countries, desk, done, idempotencyKey } = loaderData;
  const number = orderNumber(desk.order.id);
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs items={[{ label: "Orders", to: "/admin/orders" }, { label: number }]} />
      </div>
      <AdminPage title={`Order ${number}`} lead={<OrderPageLead desk={desk} />}>
        {bounce && <BounceNotice bounce={bounce} />}
        {done && !actionData && <DoneNotice key={idempotencyKey} done={done} desk={desk} />}
        <OrderPageView
          desk={desk}
          idempotencyKey={idempotencyKey}
          countries={countries}
          asked={asked}
          refusal={actionData}
        />
      </AdminPage>
    </>
  );
}
