import { data } from "react-router";
import { countryOptions } from "#app/checkout/country-options.ts";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { newId } from "#core/ids.ts";
import { findBounce } from "#features/mail/bounces.server.ts";
import { orderNumber } from "#features/orders/order.ts";
import { openOrderDesk } from "#features/orders/order-desk-queries.server.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { BounceNotice } from "../emails/bounce-notice.tsx";
import type { Route } from "./+types/order.ts";
import type { DeskIntent } from "./desk-answer.ts";
import { DESK_INTENTS, readDone } from "./desk-answer.ts";
import { answerDeskPost } from "./desk-post.server.ts";
import { DoneNotice } from "./done-notice.tsx";
import { DeskLead, OrderDeskView } from "./order-desk-view.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { db } = context.get(depsContext);
  const desk = await openOrderDesk(db, { actor, orderId: params.id });
  if (desk.ok) {
    const asked: DeskIntent | null =
      DESK_INTENTS.find((each) => each === url.searchParams.get("do")) ?? null;
    const done = readDone(url.searchParams);
    const address = desk.value.order.customerEmail;
    const bounce = await findBounce(db, { actor, address });
    const countries = countryOptions();
    return {
      desk: desk.value,
      done,
      asked,
      pressKey: newId(),
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
  return answerDeskPost({ deps, actor, orderId: params.id, form: await request.formData() });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Order ${orderNumber(loaderData.desk.order.id)}` : "Order not found" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, bounce, countries, desk, done, pressKey } = loaderData;
  const number = orderNumber(desk.order.id);
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs items={[{ label: "Orders", to: "/admin/orders" }, { label: number }]} />
      </div>
      <AdminPage title={`Order ${number}`} lead={<DeskLead desk={desk} />}>
        {bounce && <BounceNotice bounce={bounce} />}
        {done && !actionData && <DoneNotice key={pressKey} done={done} desk={desk} />}
        <OrderDeskView
          desk={desk}
          pressKey={pressKey}
          countries={countries}
          asked={asked}
          refusal={actionData}
        />
      </AdminPage>
    </>
  );
}
