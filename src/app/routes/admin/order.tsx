import { data } from "react-router";
import { AdminError, AdminPage } from "#app/admin/admin-page.tsx";
import { refuse } from "#app/auth/require-admin.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import { OrderAmounts } from "#features/orders/components/order-amounts.tsx";
import { OrderFacts } from "#features/orders/components/order-facts.tsx";
import { OrderLines } from "#features/orders/components/order-lines.tsx";
import {
  MadeToMeasureBadge,
  OrderStatusBadge,
} from "#features/orders/components/order-status-badge.tsx";
import { OrderTimeline } from "#features/orders/components/order-timeline.tsx";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import { orderNumber } from "#features/orders/order.ts";
import { findOrderDetails } from "#features/orders/order-details-queries.server.ts";
import { eventWords } from "#features/orders/order-event-words.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import type { Route } from "./+types/order.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { db } = context.get(depsContext);
  const found = await findOrderDetails(db, { actor, orderId: params.id });
  if (found.ok) return found.value;
  if (found.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Order ${orderNumber(loaderData.order.id)}` : "Order not found" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, colors, country, events, paymentProvider, refunded } = loaderData;
  const number = orderNumber(order.id);
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs items={[{ label: "Orders", to: "/admin/orders" }, { label: number }]} />
      </div>
      <AdminPage
        title={`Order ${number}`}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
            <time dateTime={order.createdAt.toISOString()}>{formatMoment(order.createdAt)}</time>
            <OrderStatusBadge status={order.status} />
            {order.madeToMeasure && <MadeToMeasureBadge />}
          </span>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <section aria-label="What was bought">
            <OrderLines
              lines={order.lines}
              colors={colors}
              measuresNote="measures to be asked for"
            />
            <OrderAmounts
              totals={order.totals}
              shippingMethod={order.shippingMethod}
              refunded={refunded}
            />
          </section>
          <div className="grid gap-10 sm:grid-cols-2 xl:grid-cols-1">
            <OrderFacts order={order} paymentProvider={paymentProvider} country={country} />
            <section>
              <h2 className="eyebrow mb-3">Timeline</h2>
              <OrderTimeline
                events={events}
                wordsOf={(event) => eventWords(event.type, event.detail)}
              />
            </section>
          </div>
        </div>
      </AdminPage>
    </>
  );
}
