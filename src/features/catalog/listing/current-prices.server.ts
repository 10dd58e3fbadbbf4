import { sql } from "drizzle-orm";
import type { Currency } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import type { CurrentPrices } from "../viewed/recently-viewed.ts";
import { productPriceKey } from "../viewed/recently-viewed.ts";

/**
 * The price of every piece that has a page, in words; one statement. It is the same for everybody, so that a browser can
 * ask what has become of the pieces it remembers without telling which they are.
 */
export async function listCurrentPrices(db: Queryable): Promise<CurrentPrices> {
  type Row = { id: string; priceMinor: string; currency: Currency; inStock: boolean };
  const { rows } = await db.execute<Row>(sql`
    select id, price_minor as "priceMinor", currency, in_stock as "inStock" from products where deleted_at is null`);
  return Object.fromEntries(
    rows.map(({ id, priceMinor, currency, inStock }) => [
      productPriceKey(id),
      inStock ? formatMoney(money(Number(priceMinor), currency)) : null,
    ]),
  );
}
