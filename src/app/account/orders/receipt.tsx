import { Link } from "react-router";
import { AmountRows } from "#app/components/orders/amount-rows.tsx";
import { PrintButton } from "#app/components/page/page-parts.tsx";
import { printLink } from "#app/components/page/print-link.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { formatMoney, multiplyMoney } from "#core/money-amount.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { lineDetails, lineName } from "#features/orders/order/line-description.ts";
import { lineTotal } from "#features/orders/order/order.ts";
import { listAmounts } from "#features/orders/order/order-amounts.ts";
import type { MyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { findMyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { notFound, refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/receipt.ts";

type Props = { order: MyOrder; seller: SiteShell["general"] };

function ReceiptPage({ order: { addressLines, order }, seller }: Props) {
  const buyer = addressLines.filter((line) => line !== order.address?.phone);
  return (
    <article className="figures text-sm">
      <header className="flex flex-wrap justify-between gap-x-12 gap-y-6 border-b border-ink pb-8">
        <div>
          <p className="display text-2xl">{seller.siteName}</p>
          <address className="mt-2 text-ink-soft not-italic">
            {seller.address.split(/\s*[,\n]\s*/).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            <span className="block">{seller.contactPhone}</span>
            <span className="block">{seller.contactEmail}</span>
          </address>
        </div>
        <div className="sm:text-right">
          <h1 className="display text-2xl">Receipt</h1>
          <dl className="mt-2 grid grid-cols-[auto_auto] gap-x-5 text-left sm:justify-end">
            <dt className="text-ink-quiet">Order Number</dt>
            <dd>{orderNumber(order.id)}</dd>
            <dt className="text-ink-quiet">Order Date</dt>
            <dd>{formatDay(order.createdAt)}</dd>
            <dt className="text-ink-quiet">Paid</dt>
            <dd>{order.completedAt ? formatDay(order.completedAt) : "Not paid"}</dd>
          </dl>
        </div>
      </header>
      <section aria-labelledby="buyer" className="py-8">
        <h2 id="buyer" className="eyebrow mb-1.5">
          Bought by
        </h2>
        {buyer.map((line) => (
          <p key={line} dir="auto">
            {line}
          </p>
        ))}
        <p className="wrap-anywhere">{shownEmail(order.customerEmail)}</p>
      </section>
      <table className="w-full border-collapse text-left [&_td]:py-3 [&_td]:align-top">
        <caption className="sr-only">What was bought</caption>
        <thead>
          <tr className="border-b border-ink/70 [&_th]:py-2">
            <th scope="col" className="eyebrow">
              Piece
            </th>
            <th scope="col" className="eyebrow text-right">
              Price
            </th>
            <th scope="col" className="eyebrow pl-4 text-right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="[&>tr]:border-b [&>tr]:border-line">
          {order.lines.map((line) => (
            <tr key={line.id}>
              <td className="pr-4">
                {lineName(line)}
                <span className="block text-ink-soft">{lineDetails(line).join(", ")}</span>
              </td>
              <td className="text-right whitespace-nowrap">
                {formatMoney(line.unitPrice)} × {line.quantity}
              </td>
              <td className="pl-4 text-right">
                {line.discount.minorUnits > 0 && (
                  <s className="mr-2 text-ink-quiet">
                    {formatMoney(multiplyMoney(line.unitPrice, line.quantity))}
                  </s>
                )}
                {formatMoney(lineTotal(line))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AmountRows rows={listAmounts(order)} className="ml-auto max-w-sheet pt-4" />
      <p className="mt-16 text-ink-quiet">
        Order id {order.id}. Days are those of Georgetown, Guyana.
      </p>
    </article>
  );
}

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
