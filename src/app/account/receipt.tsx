import { Link } from "react-router";
import { PrintButton } from "#app/storefront/pages/print-button.tsx";
import { printLink } from "#app/storefront/pages/print-link.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { findMyOrder } from "#features/orders/my-order-queries.server.ts";
import { orderNumber } from "#features/orders/order.ts";
import type { Route } from "./+types/receipt.ts";
import { notFound, refuseAccount } from "./account-responses.server.ts";
import { ReceiptPage } from "./receipt-page.tsx";

export const links: Route.LinksFunction = () => [printLink];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { clock, db, siteFacts } = context.get(depsContext);
  const actor = context.get(actorContext);
  const found = await findMyOrder(db, { actor, orderId: params.id, now: clock.now() });
  if (!found.ok) return found.error === "forbidden" ? refuseAccount() : notFound();
  if (!found.value.order.completedAt) return notFound();
  return { order: found.value, seller: (await siteFacts()).shell.general };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `Receipt ${orderNumber(loaderData.order.order.id)} | ${loaderData.seller.siteName}`
      : "Receipt",
  },
  { name: "robots", content: "noindex" },
];

export default function Receipt({ loaderData }: Route.ComponentProps) {
  const { order, seller } = loaderData;
  return (
    <>
      <div className="mb-10 flex items-center justify-between gap-6 print:hidden">
        <Link
          to={`/profile/orders/${order.order.id}`}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          Back to the order
        </Link>
        <PrintButton />
      </div>
      <ReceiptPage order={order} seller={seller} />
    </>
  );
}
