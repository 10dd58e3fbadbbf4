import { eq } from "drizzle-orm";
import { addressLines } from "#core/address-lines.server.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { orderNumber } from "#core/document-number.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import type { AddressErrors } from "#features/base/identity/address.ts";
import { asAdminWithCode } from "#features/base/identity/guards.server.ts";
import { readAddress } from "#features/base/identity/read-address.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { orderPage } from "#features/orders/order/order.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { listShipments } from "#features/orders/order/shipment-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { ShipmentDeps } from "./send-shipment-email.server.ts";
import { addressChangedEmail } from "./shipment-email.ts";

type Deps = Omit<ShipmentDeps, "auth">;

/** `invalid` lists the errors by field. */
export type ChangeAddressFailure =
  | { code: "forbidden" | "not_found" | "not_paid" | "shipped" | "conflict" }
  | { code: "invalid"; errors: AddressErrors };

async function notifyCustomer(
  tx: Transaction,
  deps: Deps,
  addressChange: { order: Order; address: DeliveryAddress; changedAt: Date },
): Promise<void> {
  const { address, changedAt, order } = addressChange;
  const { general } = await getSiteShell(tx);
  const mail = addressChangedEmail({
    siteName: general.siteName,
    siteUrl: deps.publicUrl,
    contactEmail: general.contactEmail,
    orderNumber: orderNumber(order.id),
    orderUrl: orderPage(deps.publicUrl, order),
    addressLines: addressLines(address),
    customerName: address.fullName,
  });
  await enqueueEmail(tx, deps.jobs, {
    ...mail,
    dedupeKey: `address-changed:${order.id}:${changedAt.toISOString()}`,
    recipient: order.customerEmail,
  });
}

/** Account deletion removes the rest (decision A4). */
const logged = (address: DeliveryAddress | null) =>
  address && { city: address.city, country: address.country };

/**
 * Changes a paid order's address before its first shipment, by its country's rules. A change after `version` is
 * a 'conflict'. Always emails the customer.
 */
export const changeAddress = asAdminWithCode(
  async (
    deps: Deps,
    input: { actor: Admin; orderId: string; version: string; address: DeliveryAddress },
  ): Promise<Result<null, ChangeAddressFailure>> => {
    const { actor, orderId, version } = input;
    if (!isId(orderId)) return fail({ code: "not_found" });
    const read = readAddress(input.address);
    if (!read.ok) return fail({ code: "invalid", errors: read.error });
    const address = read.value;
    return inTransaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return fail({ code: "not_found" as const });
      if (order.status !== "completed") return fail({ code: "not_paid" as const });
      if ((await listShipments(tx, order.id)).length > 0) return fail({ code: "shipped" as const });
      const [row] = await tx
        .select({ updatedAt: orders.updatedAt })
        .from(orders)
        .where(eq(orders.id, order.id));
      if (row?.updatedAt.toISOString() !== version) return fail({ code: "conflict" as const });
      const [changed] = await tx
        .update(orders)
        .set({ shippingAddress: address })
        .where(eq(orders.id, order.id))
        .returning({ at: orders.updatedAt });
      await recordOrderEvent(tx, {
        orderId: order.id,
        type: "address_changed",
        detail: { by: actor.name },
      });
      await recordChanges(tx, actor, [
        {
          action: "changed the address of",
          subject: "order",
          subjectId: order.id,
          before: logged(order.address),
          after: logged(address),
        },
      ]);
      await notifyCustomer(tx, deps, {
        order,
        address,
        changedAt: changed?.at ?? deps.clock.now(),
      });
      return ok(null);
    });
  },
);
