import type { Destination } from "#core/delivery-address.ts";
import { parseDestination } from "#core/delivery-address.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { findAddressIn, listMyAddresses } from "#features/base/identity/address-book.server.ts";
import type { PaymentFormValues } from "./delivery-input.server.ts";
import { readPaymentForm } from "./delivery-input.server.ts";

/**
 * The delivery form as it opens: the customer's address in the country chosen at checkout, the default one first; else
 * that country alone. Only the account that places the order gets its address.
 */
export async function suggestDelivery(
  db: Queryable,
  order: { actor: Actor; accountId: string | null; destination: Destination | null },
): Promise<PaymentFormValues> {
  const { accountId, actor, destination } = order;
  const { country, city } = destination ?? { country: "GY", city: "" };
  const isOwn = actor.role !== "visitor" && actor.userId === accountId;
  const address = isOwn ? await findAddressIn(db, { userId: actor.userId, country }) : null;
  return readPaymentForm(address ?? { country, city });
}

/** A destination's code; null without a default address. */
export async function findUsualDestination(
  db: Queryable,
  input: { actor: Actor },
): Promise<string | null> {
  const saved = await listMyAddresses(db, input);
  const country = saved.ok ? (saved.value[0]?.country ?? "") : "";
  return parseDestination(country) ? country : null;
}
