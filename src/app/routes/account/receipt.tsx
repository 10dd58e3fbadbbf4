import { Link } from "react-router";
import { notFound, refuseAccount } from "#app/account/account-answers.server.ts";
import { ReceiptSheet } from "#app/account/receipt-sheet.tsx";
import { actorContext, depsContext } from "#app/context.ts";
import { PrintButton } from "#app/pages/print-button.tsx";
import { printLink } from "#app/pages/print-link.ts";
import { findMyOrder } from "#features/orders/my-order-queries.server.ts";
import { orderNumber } from "#features/orders/order.ts";
import type { Route } from "./+types/receipt.ts";

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
      <ReceiptSheet order={order} seller={seller} />
    </>
  );
}
