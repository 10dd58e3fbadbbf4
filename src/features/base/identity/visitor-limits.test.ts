import { readdirSync } from "node:fs";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayStore, VISITOR_LIMITS } from "./visitor-limits.ts";

/** Every table of src/db/schema. */
async function tablesOfSchema(): Promise<string[]> {
  const folder = new URL("../../../db/schema/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".server.ts"));
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  return modules
    .flatMap((each) => Object.values(each))
    .filter((each) => is(each, PgTable))
    .map((table) => getTableName(table))
    .toSorted();
}

/** Tables that nobody without an account fills through a form of her own, by what bounds them. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  "The owner and her staff write it.": [
    "category_images",
    "cloths",
    "customer_notes",
    "garment_measures",
    "image_hosts",
    "inbox_replies",
    "made_to_measure_terms",
    "maker_absences",
    "maker_overtime",
    "makers",
    "media",
    "media_deletions",
    "media_sources",
    "option_choices",
    "option_groups",
    "order_notes",
    "page_hero_images",
    "product_categories",
    "product_former_slugs",
    "product_images",
    "product_import_lines",
    "product_imports",
    "product_patterns",
    "product_pending_images",
    "product_variants",
    "production_times",
    "products",
    "saved_order_views",
    "staff_invitations",
  ],
  "The shop writes it about its own catalog, stock and settings.": [
    "capacity_version",
    "content_version",
    "document_counters",
    "low_stock_notices",
    "product_counts",
    "product_search",
    "search_words",
    "site_settings",
    "stock_movements",
  ],
  "It belongs to an account, which has a limit of its own or one row.": [
    "addresses",
    "cart_lines",
    "fit_memories",
    "measurement_groups",
    "measurement_links",
    "measurement_profiles",
    "payment_customers",
    "store_credit_accounts",
    "two_factors",
    "passkeys",
    "staff_devices",
    "wishlist_entries",
  ],
  "Signing in and forgotten passwords count by account and network (sign-in-limits); ended rows are deleted by age.":
    ["password_reset_requests", "rate_limits", "sessions", "verifications"],
  "An unpaid order or donation writes it: a network has 60 checkouts and 3 donations a minute, and stock by holder (ADR 0029).":
    [
      "donations",
      "order_events",
      "order_items",
      "orders",
      "payments",
      "stock_reservations",
      "test_payment_sessions",
    ],
  "It hangs on an order or garment, with limits for each.": [
    "alteration_events",
    "alteration_requests",
    "contract_proposals",
    "fit_feedback",
    "fit_images",
    "garment_events",
    "garment_photos",
    "garments",
    "pattern_drafts",
    "payout_accounts",
    "quality_checks",
    "return_request_items",
    "return_requests",
    "shipment_items",
    "shipments",
  ],
  "Money that moved, documents about it, or what a provider reported.": [
    "payment_events",
    "payment_movements",
    "refund_items",
    "refunds",
    "store_credit_entries",
    "store_credit_links",
    "tax_documents",
  ],
  "It follows from something else that is counted.": [
    "audit_log",
    "mail_outbox",
    "measurement_reads",
    "visitor_entries",
  ],
};

describe("what visitors have the shop store", () => {
  test("every table of the schema has its limit or is known to be somebody's own", async () => {
    const limited = Object.values(VISITOR_LIMITS).flatMap(({ tables }) => [...tables]);
    const known = [...limited, ...Object.values(OTHERS).flat()];
    expect(known.toSorted()).toEqual(await tablesOfSchema());
  });

  test.each(Object.entries(VISITOR_LIMITS))(
    "one network has a part of its block, and a block a part of all: %s",
    (_kind, { aDay }) => {
      expect(aDay.ofBlock).toBeGreaterThan(aDay.ofNetwork);
      expect(aDay.inAll).toBeGreaterThan(3 * aDay.ofBlock);
    },
  );
});

const LIMIT = { ofNetwork: 4, ofBlock: 8, inAll: 40 };

/** What is stored in a day when these senders come one after the other; each is a block and a network in it. */
function storedBy(senders: readonly (readonly [block: number, network: number])[]) {
  const entries: string[] = [];
  const refused: number[] = [];
  for (const [block, network] of senders) {
    const counts = {
      inAll: entries.length,
      blocks: new Set(entries.map((entry) => entry.split(".")[0])).size,
      ofBlock: entries.filter((entry) => entry.split(".")[0] === String(block)).length,
      ofNetwork: entries.filter((entry) => entry === `${block}.${network}`).length,
    };
    if (mayStore(LIMIT, counts)) entries.push(`${block}.${network}`);
    else refused.push(block);
  }
  return { stored: entries.length, refused };
}

describe("a day's limit", () => {
  test("ends for one address, then for the block around it, and for nobody else", () => {
    const ofOne = Array.from({ length: 10 }, () => [1, 1] as const);
    expect(storedBy(ofOne)).toMatchObject({ stored: 4 });
    const ofBlock = Array.from({ length: 30 }, (_, index) => [1, index] as const);
    expect(storedBy(ofBlock)).toMatchObject({ stored: 8 });
    expect(storedBy([...ofBlock, [2, 1]]).refused).not.toContain(2);
  });

  test("of all that strangers use up still lets an honest network store its equal share", () => {
    const attackers = Array.from({ length: 400 }, (_, index) => [index % 10, index] as const);
    const honest = Array.from({ length: 3 }, () => [99, 1] as const);
    expect(storedBy([...attackers, ...honest]).refused).not.toContain(99);
  });

  test("is never passed twice over, whoever comes in whatever order", () => {
    const sender = fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 3 }));
    fc.assert(
      fc.property(fc.array(sender, { maxLength: 400 }), (senders) => {
        expect(storedBy(senders).stored).toBeLessThanOrEqual(2 * LIMIT.inAll);
      }),
    );
  });
});
