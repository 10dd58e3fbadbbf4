import type { Client } from "pg";
import type { StripeDouble } from "../stripe/stripe-double.ts";
import type { Press } from "./owner-client.ts";

type RefundRow = {
  id: string;
  key: string | null;
  status: string;
  amount: string;
  providerId: string | null;
  order: string;
  orderStatus: string;
  mails: string;
};

function verifyPress(press: Press, rows: readonly RefundRow[], double: StripeDouble): string[] {
  const own = rows.filter(({ key }) => key === press.key);
  const wanted = press.response === "done" ? 1 : 0;
  if (own.length < wanted || own.length > 1) {
    return [`order ${press.orderId}: ${press.response} is ${own.length} refunds`];
  }
  const total = double.books.sessions.get(press.sessionId)?.amount_total;
  return own.flatMap(({ amount, orderStatus }) =>
    press.isWhole && (Number(amount) !== total || orderStatus !== "refunded")
      ? [`order ${press.orderId}: ${amount} of ${total} went back, it is ${orderStatus}`]
      : [],
  );
}

/** The shop's and the provider's refunds match in amount and id, with one email each. */
export async function verifyRefunds(
  client: Client,
  double: StripeDouble,
  presses: readonly Press[],
): Promise<string[]> {
  const { rows } = await client.query<RefundRow>(
    `select r.id, r.idempotency_key as key, r.status, r.amount_minor as amount, r.provider_refund_id as "providerId",
       o.id as "order", o.status as "orderStatus",
       (select count(*) from mail_outbox where dedupe_key = 'refund:' || r.id) as mails
     from refunds r join orders o on o.id = r.order_id`,
  );
  const atProvider = [...double.books.refunds.values()];
  const faults = rows.flatMap(({ id, key, status, amount, providerId, order, mails }) => {
    const match = atProvider.find((refund) => refund.id === providerId);
    const isRight =
      status === "succeeded" &&
      match?.amount === Number(amount) &&
      (key === null || match.metadata?.refund === id) &&
      Number(mails) === 1;
    return isRight ? [] : [`refund ${id} of ${order}: ${status}, ${providerId}, ${mails} mails`];
  });
  for (const { id } of atProvider) {
    const own = rows.filter(({ providerId }) => providerId === id).length;
    if (own !== 1) faults.push(`${id} is ${own} refunds here`);
  }
  return [...faults, ...presses.flatMap((press) => verifyPress(press, rows, double))];
}
