import { dayOf } from "#core/georgetown-time.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { findBounce } from "#features/base/mail/outbox-queries.server.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { NamedAlteration } from "#features/garments/alterations/alteration-queries.server.ts";
import { listAlterationsOfGarments } from "#features/garments/alterations/alteration-queries.server.ts";
import { listContracts } from "#features/garments/contract/contract-queries.server.ts";
import { cardOf } from "#features/garments/garment/garment.ts";
import { listGarmentsOfOrder } from "#features/garments/garment/garment-queries.server.ts";
import { listComponentStates } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { findPayoutAccount } from "#features/sales/payments/payout-account.server.ts";
import type { PayoutAccount } from "#features/sales/payments/payout-account.ts";
import { returnableLines } from "#features/sales/returns/return-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";

type Garments = Awaited<ReturnType<typeof listGarmentsOfOrder>>;

const withLine = (garments: Garments, alterations: readonly NamedAlteration[]) =>
  garments.map((garment) => {
    const { id, isRemake, orderItemId } = garment;
    const own = alterations.filter(({ garmentId }) => garmentId === id);
    return { ...cardOf(garment), orderItemId, isRemake, alterations: own };
  });

type OrderPage = {
  adminOrder: Extract<Awaited<ReturnType<typeof getAdminOrder>>, { ok: true }>["value"];
  atelier: {
    garments: ReturnType<typeof withLine>;
    /** The day in Georgetown. */
    today: string;
    patterns: Awaited<ReturnType<typeof listComponentStates>>;
  };
  returnable: ReturnType<typeof returnableLines>;
  contracts: Awaited<ReturnType<typeof listContracts>>;
  /** Where the customer wants the money that the owner has to send; null where nothing is owed or nobody knows it. */
  payoutAccount: PayoutAccount | null;
  bounce: Extract<Awaited<ReturnType<typeof findBounce>>, { ok: true }>["value"];
};

/**
 * Everything that the page of one order shows, in at most ten statements whatever the order has, one more once a garment of it has
 * arrived, and three more while the owner has to send money of it.
 */
export async function readOrderPage(
  { clock, db, measurementBox }: { db: Queryable; clock: Clock; measurementBox: SecretBox },
  { actor, orderId }: { actor: Actor; orderId: string },
): Promise<Result<OrderPage, "forbidden" | "not_found">> {
  const found = await getAdminOrder(db, { actor, orderId });
  if (!found.ok) return found;
  const { order } = found.value;
  const bounce = await findBounce(db, { actor, recipient: order.customerEmail });
  const { returnWindowDays } = await getShippingSettings(db);
  const garments = await listGarmentsOfOrder(db, order.id);
  const lines = garments.map(({ orderItemId }) => orderItemId);
  const arrived = garments.filter(({ deliveredAt }) => deliveredAt !== null);
  const alterations = await listAlterationsOfGarments(
    db,
    arrived.map(({ id }) => id),
  );
  const now = clock.now();
  const isOwed = found.value.transfersBack.length > 0;
  const account = isOwed
    ? await findPayoutAccount({ db, measurementBox }, { actor, orderId: order.id })
    : null;
  return ok({
    adminOrder: found.value,
    atelier: {
      garments: withLine(garments, alterations),
      today: dayOf(now),
      patterns: await listComponentStates(db, lines),
    },
    returnable: returnableLines(order, found.value, { now, returnWindowDays }),
    contracts: await listContracts(db, order.id),
    bounce: bounce.ok ? bounce.value : null,
    payoutAccount: account?.ok ? account.value : null,
  });
}
