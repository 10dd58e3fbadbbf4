import { and, asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addProduct, checkoutBench, placed, requestFor } from "#tests/support/checkout.ts";
import { unbalancedStock } from "#tests/support/stock.ts";
import {
  correctCount,
  receiveStock,
  saveLowStock,
  sendLowStockAlert,
} from "./change-stock.server.ts";
import { readStockFilter } from "./stock-entry.ts";
import { moveStock } from "./stock-ledger.server.ts";
import { exportLedger, findStockHistory, listStock } from "./stock-queries.server.ts";

const bench = adminSuite();
const sent: string[] = [];
const jobs = { send: async (name: string) => void sent.push(name) };
const deps = () => ({
  db: bench.db,
  content: bench.content,
  jobs,
  publicUrl: "https://shop.example",
});

const red = { hex: "#AA0000", name: "Red" };
const gown = (stock: Record<string, number | null>) =>
  addProduct(bench.db, { name: "Kaieteur Gown", slug: "gown", stock, color: red });

const receive = (sku: string, quantity: number, note = "") =>
  receiveStock(deps(), { actor: bench.actor, sku, quantity, note });
const count = (sku: string, quantity: number, version?: number) =>
  correctCount(deps(), { actor: bench.actor, sku, quantity, knownStock: version, note: "" });

async function list(query = "") {
  const filter = readStockFilter(new URLSearchParams(query));
  const found = await listStock(bench.db, { actor: bench.actor, filter });
  if (!found.ok) throw new Error("forbidden");
  return found.value;
}
const idOf = async (sku: string) => {
  const [row] = await bench.db.select().from(productVariants).where(eq(productVariants.sku, sku));
  if (!row) throw new Error("no combination");
  return row.id;
};
const sell = async (sku: string, quantity: number) => {
  const variantId = await idOf(sku);
  const items = [{ variantId, quantity: -quantity }];
  await bench.db.transaction((tx) =>
    moveStock(tx, { kind: "corrected", quantity: items, actor: null }),
  );
};

describe("received items", () => {
  test("are in stock, in the ledger, in the log, and in the shop at the next request", async () => {
    await gown({ M: 2 });
    sent.length = 0;
    expect(await receive("GOWN-m", 5, "From the workshop")).toMatchObject({
      ok: true,
      value: { name: "Kaieteur Gown", size: "M", colorName: "Red", inStock: 7 },
    });
    const id = await idOf("gown-M");
    const history = await findStockHistory(bench.db, {
      actor: bench.actor,
      variantId: id,
      page: 1,
    });
    expect(history).toMatchObject({
      value: {
        stock: { inStock: 7 },
        movements: [
          { kind: "received", quantity: 5, actorName: "Rosa", note: "From the workshop" },
          { kind: "opening", quantity: 2 },
        ],
      },
    });
    expect(await bench.db.select().from(auditLog)).toMatchObject([
      {
        action: "received",
        subject: "stock",
        subjectId: id,
        before: { quantity: 2 },
        after: { quantity: 7 },
      },
    ]);
    expect(bench.settled).toHaveLength(1);
    expect(sent).toEqual(["watch-stock"]);
    expect(await unbalancedStock(bench.db)).toEqual([]);
  });

  test("need an existing, counted SKU", async () => {
    await gown({ M: 2, L: null });
    expect(await receive("nobody", 1)).toEqual({ ok: false, error: "not_found" });
    expect(await receive("gown-L", 1)).toEqual({ ok: false, error: "not_counted" });
    await bench.db.update(products).set({ deletedAt: new Date() });
    expect(await receive("gown-M", 1)).toEqual({ ok: false, error: "not_found" });
    expect(await bench.db.$count(auditLog)).toBe(0);
    expect(bench.settled).toEqual([]);
  });
});

describe("a count", () => {
  test("is saved as a difference, so that items sold while counting stay sold", async () => {
    await gown({ M: 9 });
    expect(await count("gown-M", 7)).toMatchObject({ value: { inStock: 7 } });
    expect(await count("gown-M", 7)).toEqual({ ok: false, error: "unchanged" });
    await sell("gown-M", 2);
    expect(await count("gown-M", 8, 7)).toMatchObject({ value: { inStock: 6 } });
    expect(await unbalancedStock(bench.db)).toEqual([]);
  });

  test("includes reserved items, which it cannot remove", async () => {
    const id = await gown({ M: 5 });
    await placed(
      checkoutBench(bench.db),
      requestFor(id, {
        quantity: 2,
        lines: [
          { key: "line", productId: id, size: "M", color: red.hex, quantity: 2, shown: null },
        ],
      }),
    );
    expect((await list()).rows).toMatchObject([{ inStock: 5, held: 2 }]);
    expect(await count("gown-M", 1)).toEqual({ ok: false, error: "held" });
    expect(await count("gown-M", 2)).toMatchObject({ value: { inStock: 2, held: 2 } });
    expect(await unbalancedStock(bench.db)).toEqual([]);
  });
});

test("the list shows low and sold-out stock by name and SKU, without made to order", async () => {
  await gown({ S: 0, M: 2, L: 9, XL: null });
  await addProduct(bench.db, { name: "Scarf", slug: "scarf", stock: { One: 4 } });
  expect(await list()).toMatchObject({ counts: { all: 4, low: 1, out: 1 }, lowStock: 3 });
  expect((await list()).rows.map(({ sku }) => sku)).toEqual([
    "gown-S",
    "gown-M",
    "gown-L",
    "scarf-One",
  ]);
  expect((await list("view=low")).rows.map(({ sku }) => sku)).toEqual(["gown-M"]);
  expect((await list("view=out")).rows.map(({ sku }) => sku)).toEqual(["gown-S"]);
  expect((await list("q=SCARF-")).rows.map(({ sku }) => sku)).toEqual(["scarf-One"]);
  expect((await list("q=%25")).rows).toEqual([]);
  await saveLowStock(deps(), { actor: bench.actor, lowStock: 4 });
  expect(await list()).toMatchObject({ counts: { low: 2 }, lowStock: 4 });
  expect(await bench.db.select().from(auditLog)).toMatchObject([
    { before: { quantity: 3 }, after: { quantity: 4 } },
  ]);
});

describe("low stock", () => {
  const mails = () =>
    bench.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.kind, "low-stock"))
      .orderBy(asc(mailOutbox.id));

  test("is emailed to the contact email once per fall, and again after it had risen", async () => {
    await gown({ M: 5, L: 2 });
    expect(await sendLowStockAlert(deps())).toBe(0);
    await sell("gown-M", 2);
    expect(await sendLowStockAlert(deps())).toBe(1);
    await sell("gown-M", 1);
    expect(await sendLowStockAlert(deps())).toBe(0);
    await receive("gown-M", 6);
    expect(await sendLowStockAlert(deps())).toBe(0);
    await sell("gown-M", 8);
    expect(await sendLowStockAlert(deps())).toBe(1);
    const [first, second] = await mails();
    expect(first).toMatchObject({
      recipient: "atelier@demerara.example",
      subject: "Running low: Kaieteur Gown, M, Red",
    });
    expect(first?.textBody).toContain("3 left");
    expect(second?.textBody).toContain("Sold out");
    expect(first?.textBody).not.toContain("gown-L");
  });

  test("is emailed once by two concurrent processes", async () => {
    await gown({ M: 5 });
    await sell("gown-M", 3);
    const sent = await Promise.all([sendLowStockAlert(deps()), sendLowStockAlert(deps())]);
    expect(sent.toSorted()).toEqual([0, 1]);
    expect(await mails()).toHaveLength(1);
  });
});

test("the ledger's CSV is complete, oldest first, and runs no formula", async () => {
  await addProduct(bench.db, { name: "=HYPERLINK(1)", slug: "scarf", stock: { One: 4 } });
  await receive("scarf-One", 3, "+cmd");
  await sell("scarf-One", 2);
  const exported = exportLedger(bench.db, { actor: bench.actor });
  let text = "";
  if (exported.ok) for await (const product of exported.value) text += product;
  expect(text).toMatch(/\r\n\d{4}-\d{2}-\d{2} \d{2}:\d{2},scarf-One,/);
  const [head, ...lines] = text
    .trim()
    .split("\r\n")
    .map((line) => line.split(",").slice(1));
  expect(head?.join()).toContain("SKU,Product,Size,Color,Movement,In,Out,Order,By,Note");
  expect(lines.map((cells) => cells.slice(-9).join())).toEqual([
    "'=HYPERLINK(1),One,,Opening count,4,,,,",
    "'=HYPERLINK(1),One,,Received,3,,,Rosa,'+cmd",
    "'=HYPERLINK(1),One,,Corrected,,2,,,",
  ]);
});

test("only an admin reads or changes stock", async () => {
  await gown({ M: 5 });
  const id = await idOf("gown-M");
  const forbidden = { ok: false, error: "forbidden" };
  for (const actor of bench.strangers) {
    const filter = readStockFilter(new URLSearchParams());
    expect(await listStock(bench.db, { actor, filter })).toEqual(forbidden);
    expect(await findStockHistory(bench.db, { actor, variantId: id, page: 1 })).toEqual(forbidden);
    expect(exportLedger(bench.db, { actor })).toEqual(forbidden);
    const entry = { actor, sku: "gown-M", quantity: 1, note: "" };
    expect(await receiveStock(deps(), entry)).toEqual(forbidden);
    expect(await correctCount(deps(), entry)).toEqual(forbidden);
    expect(await saveLowStock(deps(), { actor, lowStock: 1 })).toEqual(forbidden);
  }
  const moved = and(eq(stockMovements.variantId, id), eq(stockMovements.kind, "received"));
  expect(await bench.db.$count(stockMovements, moved)).toBe(0);
});
