import type { Client } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertEarlierOrder, storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";

const ORDER = "00000000-0000-7000-8000-00000000000a";
const LINE = "00000000-0000-7000-8000-00000000000c";
const IMPORT = "00000000-0000-7000-8000-00000000000b";

const OLD_EVENTS = [
  ["shipped", { parcelId: "s1", pieces: 2, carrier: "DHL" }],
  ["parcel_taken_back", { parcelId: "s1", parcel: "Parcel 1", pieces: 2, mail: "out", by: "Rosa" }],
  ["delivery_taken_back", { parcelId: "s1", parcel: "Parcel 1" }],
  ["contract_changed", { piece: "Coat" }],
  ["refund_failed", { told: false, failure: "lost" }],
  ["cancelled", { because: "shopper_cancelled" }],
  ["cancelled", { because: "replaced" }],
  ["placed", {}],
] as const;

const NEW_EVENTS = [
  ["shipped", { shipmentId: "s1", quantity: 2, carrier: "DHL" }],
  [
    "shipment_undone",
    { shipmentId: "s1", shipment: "Parcel 1", quantity: 2, mail: "out", by: "Rosa" },
  ],
  ["delivery_undone", { shipmentId: "s1", shipment: "Parcel 1" }],
  ["contract_changed", { productName: "Coat" }],
  ["refund_failed", { isReported: false, failure: "lost" }],
  ["cancelled", { because: "visitor_cancelled" }],
  ["cancelled", { because: "replaced" }],
  ["placed", {}],
];

const form = (variants: object[]) => ({ slug: "suit", variants });

const OLD_LINES = [
  {
    problems: [],
    notes: [
      { line: 1, column: "Handle", words: "first" },
      { line: 2, column: "", words: "second" },
    ],
    plan: {
      form: form([
        { size: "S", seen: 3 },
        { size: "M", seen: null },
      ]),
      pictures: [{ mediaId: "m" }],
      seen: { id: "p", version: 2 },
      added: null,
    },
    undo: { version: 3, before: { form: form([{ size: "S", seen: 3 }]), isDeleted: false } },
  },
  {
    problems: [{ line: 4, column: "Title", words: "missing" }],
    notes: [],
    plan: null,
    undo: { version: 1, before: null },
  },
  {
    problems: [],
    notes: [],
    plan: { form: form([]), pictures: [], seen: null, added: null },
    undo: null,
  },
];

const NEW_LINES = [
  {
    problems: [],
    notes: [
      { line: 1, column: "Handle", message: "first" },
      { line: 2, column: "", message: "second" },
    ],
    plan: {
      form: form([
        { size: "S", knownStock: 3 },
        { size: "M", knownStock: null },
      ]),
      images: [{ mediaId: "m" }],
      existing: { id: "p", version: 2 },
      added: null,
    },
    undo: { version: 3, before: { form: form([{ size: "S", knownStock: 3 }]), isDeleted: false } },
  },
  {
    problems: [{ line: 4, column: "Title", message: "missing" }],
    notes: [],
    plan: null,
    undo: { version: 1, before: null },
  },
  {
    problems: [],
    notes: [],
    plan: { form: form([]), images: [], existing: null, added: null },
    undo: null,
  },
];

async function insertOldRows(client: Client): Promise<void> {
  await client.query("set local session_replication_role = replica");
  await insertEarlierOrder(client, { orderId: ORDER, lineId: LINE });
  await client.query(
    `insert into site_settings (setting_name, setting_value, version)
     values ('payment_trouble', '{"trouble":"refused","words":"No such key","at":"2026-11-28"}', 0)`,
  );
  await client.query(
    `insert into product_imports (id, file_name, fallback_category, actor_name)
     values ($1, 'suits.csv', '', 'Rosa')`,
    [IMPORT],
  );
  for (const [position, [type, detail]] of OLD_EVENTS.entries()) {
    await client.query(
      `insert into order_events (id, order_id, type, detail, created_at)
       values (gen_random_uuid(), $1, $2, $3, now() + $4 * interval '1 second')`,
      [ORDER, type, JSON.stringify(detail), position],
    );
  }
  for (const [position, { problems, notes, plan, undo }] of OLD_LINES.entries()) {
    await client.query(
      `insert into product_import_lines
         (import_id, position, line, handle, name, verdict, problems, notes, plan, undo)
       values ($1, $2, 1, 'h', 'n', 'new', $3, $4, $5, $6)`,
      [
        IMPORT,
        position,
        JSON.stringify(problems),
        JSON.stringify(notes),
        plan && JSON.stringify(plan),
        undo && JSON.stringify(undo),
      ],
    );
  }
}

test("stored events, import lines and trouble with payments of an older shop get today's keys, and nothing else of them changes", async () => {
  await using database = await createTestDatabase();
  await storeBeforeMigration(database, "renamed_keys", insertOldRows);
  await migrateDatabase(database.url);
  const events = await database.pool.query(
    "select type, detail from order_events order by created_at",
  );
  expect(events.rows.map(({ type, detail }) => [type, detail])).toEqual(NEW_EVENTS);
  const lines = await database.pool.query(
    "select problems, notes, plan, undo from product_import_lines order by position",
  );
  expect(lines.rows).toEqual(NEW_LINES);
  const trouble = await database.pool.query(
    "select setting_value from site_settings where setting_name = 'payment_trouble'",
  );
  expect(trouble.rows).toEqual([
    { setting_value: { trouble: "refused", text: "No such key", at: "2026-11-28" } },
  ]);
});
