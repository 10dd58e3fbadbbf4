import { sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { ShopBeginnings } from "./first-steps.ts";

type Stored = Omit<ShopBeginnings, "sendsMail">;

/** How far a new shop is, for an admin, in one statement; `env` is what the machine was told. */
export async function readBeginnings(
  db: Queryable,
  input: { actor: Actor; env: { sendsMail: boolean; takesCards: boolean } },
): Promise<Result<ShopBeginnings, "forbidden">> {
  const { actor, env } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const { rows } = await db.execute<Stored>(sql`
    select exists (select from site_settings where setting_name = 'general' and version > 0) as "isNamed",
           exists (select from site_settings where setting_name = 'shipping' and version > 0) as "isShippingSet",
           exists (select from site_settings where setting_name = 'integrations'
                     and setting_value->>'stripeSecretKey' is not null) as "takesCards",
           exists (select from orders where completed_at is not null) as "hasSold",
           (select count(*)::int from products where deleted_at is null) as products`);
  const [stored] = rows;
  return ok({
    isNamed: stored?.isNamed ?? false,
    products: stored?.products ?? 0,
    takesCards: env.takesCards || (stored?.takesCards ?? false),
    isShippingSet: stored?.isShippingSet ?? false,
    sendsMail: env.sendsMail,
    hasSold: stored?.hasSold ?? false,
  });
}
