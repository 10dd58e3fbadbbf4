import { asc, eq } from "drizzle-orm";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { handleRestockAlertForm } from "#app/storefront/back-in-stock/back-in-stock-form.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { backInStockRequests } from "#db/schema/inventory.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { clearBounce } from "#features/base/mail/outbox-changes.server.ts";
import { deleteAccount } from "#features/office/customers/erase-customer.server.ts";
import { exportAccount } from "#features/office/customers/export-account.server.ts";
import { TRAP_FIELD } from "#features/office/inbox/form-trap.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addProduct } from "#tests/support/checkout.ts";
import { filesInMemory } from "#tests/support/files.ts";
import { testAuth } from "#tests/support/identity.ts";
import { createMail } from "#tests/support/mails.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { createCustomer, inSession } from "#tests/support/sessions.ts";
import { receiveStock } from "./change-stock.server.ts";
import {
  listSoldOut,
  MAX_RESTOCK_ALERTS_PER_HOUR,
  restockAlertUnsubscribeUrl,
  sendRestockAlerts,
  subscribeRestockAlert,
  unsubscribeRestockAlert,
} from "./restock-alerts.server.ts";

const bench = adminSuite();
const publicUrl = "https://shop.example";
const jobs = { send: async () => undefined };
const red = { hex: "#AA0000", name: "Red" };
let productId: string;
let goneId: string;
let thereId: string;

const deps = () => ({
  db: bench.db,
  clock: bench.clock,
  auth: testAuth(bench.db),
  logger: pino({ level: "silent" }),
  jobs,
  publicUrl,
  content: bench.content,
});

beforeEach(async () => {
  const stock = { M: 0, L: 4 };
  productId = await addProduct(bench.db, {
    name: "Kaieteur Gown",
    slug: "gown",
    stock,
    color: red,
  });
  const rows = await bench.db.select().from(productVariants).orderBy(asc(productVariants.position));
  [goneId = "", thereId = ""] = rows.map(({ id }) => id);
});

function send(
  email: string,
  variantId = goneId,
  more: Record<string, string> = {},
  network = "203.0.113.7",
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ email, variantId, ...more })) form.set(name, value);
  return handleRestockAlertForm(deps(), { productId, form, network });
}
const requests = () => bench.db.select().from(backInStockRequests);
const mails = () => bench.db.select().from(mailOutbox).orderBy(asc(mailOutbox.id));
const restock = () =>
  receiveStock(deps(), { actor: bench.actor, sku: "gown-M", quantity: 1, note: "" });
const requested = { result: { status: "success" }, status: 200 };

describe("requesting a restock alert", () => {
  test("is offered for variants that cannot be bought, and for all of an out-of-stock product", async () => {
    expect(await listSoldOut(bench.db, productId)).toEqual([
      { variantId: goneId, size: "M", color: red.hex, colorName: "Red" },
    ]);
    await bench.db.update(products).set({ inStock: false });
    expect(await listSoldOut(bench.db, productId)).toHaveLength(2);
    expect(await listSoldOut(bench.db, "nonsense")).toEqual([]);
  });

  test("is stored once and gets the same response each time", async () => {
    expect(await send(" Asha@Example.com ")).toEqual(requested);
    expect(await send("asha@example.com")).toEqual(requested);
    expect(await requests()).toMatchObject([{ variantId: goneId, email: "Asha@Example.com" }]);
  });

  test("without a size or an email gets an error under each and keeps the input", async () => {
    expect(await send("nobody", "")).toMatchObject({
      result: {
        status: "error",
        initialValue: { email: "nobody" },
        error: {
          variantId: ["Please choose a size"],
          email: ["Please enter a valid email address, like name@example.com."],
        },
      },
      status: 422,
    });
    expect(await send("")).toMatchObject({ result: { error: { email: ["Email is required"] } } });
  });

  test("for an available or foreign variant gets a message", async () => {
    const available = { result: { status: "error", isAvailable: true }, status: 410 };
    expect(await send("asha@example.com", thereId)).toMatchObject(available);
    expect(await send("asha@example.com", productId)).toMatchObject(available);
    expect(await send("asha@example.com", "'; --")).toMatchObject(available);
    expect(await requests()).toEqual([]);
  });

  test("by a bot that fills in every field is thanked and dropped", async () => {
    expect(await send("bot@example.com", goneId, { [TRAP_FIELD]: "x" })).toEqual(requested);
    expect(await requests()).toEqual([]);
  });

  test("for one email too often is limited where it comes from, and nowhere else", async () => {
    const form = { email: "asha@example.com", variantId: goneId };
    const network = "203.0.113.7";
    for (let count = 0; count < MAX_RESTOCK_ALERTS_PER_HOUR; count += 1) {
      const input = { ...form, productId, network };
      expect(await subscribeRestockAlert(deps(), input)).toMatchObject({ ok: true });
    }
    expect(await send("asha@example.com")).toMatchObject({
      result: { status: "error", error: { "": [expect.stringContaining("in an hour")] } },
      status: 429,
    });
    expect(await send("rosa@example.com")).toEqual(requested);
    expect(await send("asha@example.com", goneId, {}, "198.51.100.4")).toEqual(requested);
  });
});

describe("when a variant is back,", () => {
  test("each waiting email is notified once, oldest first, with a link to the size", async () => {
    await send("asha@example.com");
    bench.clock.advance(1_000);
    await send("rosa@example.com");
    expect(await sendRestockAlerts(deps())).toBe(0);
    await restock();
    expect(await sendRestockAlerts(deps())).toBe(2);
    expect(await sendRestockAlerts(deps())).toBe(0);
    const [first, second, ...others] = await mails();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ recipient: "asha@example.com", kind: "back-in-stock" });
    expect(first?.subject).toBe("Back: Kaieteur Gown, size M, Red");
    expect(first?.textBody).toContain(`${publicUrl}/product/${productId}?size=M&color=Red`);
    expect(first?.unsubscribeUrl).toContain(`${publicUrl}/unsubscribe?token=`);
    expect(first?.textBody).toContain(first?.unsubscribeUrl ?? "none");
    expect(second?.recipient).toBe("rosa@example.com");
  });

  test("alerts go out for a new count, made to order, or a product on sale again", async () => {
    await send("asha@example.com");
    await bench.db.update(products).set({ inStock: false });
    await restock();
    expect(await sendRestockAlerts(deps())).toBe(0);
    await bench.db.update(products).set({ inStock: true });
    expect(await sendRestockAlerts(deps())).toBe(1);
    await bench.db
      .update(productVariants)
      .set({ stockCount: 0 })
      .where(eq(productVariants.id, goneId));
    await send("asha@example.com");
    await bench.db
      .update(productVariants)
      .set({ stockCount: null })
      .where(eq(productVariants.id, goneId));
    expect(await sendRestockAlerts(deps())).toBe(1);
    expect(await mails()).toHaveLength(2);
  });

  test("a bounced email waits, and is notified once it is reachable", async () => {
    const mailId = await createMail(bench.db, { subject: "Your order", status: "bounced" });
    await bench.db
      .update(mailOutbox)
      .set({ recipient: "Asha@example.com", bouncedAt: bench.clock.now() });
    await send("asha@example.com");
    await send("bibi@example.com");
    await restock();
    expect(await sendRestockAlerts(deps())).toBe(1);
    await clearBounce(deps(), { actor: bench.actor, mailId });
    expect(await sendRestockAlerts(deps())).toBe(1);
    expect((await mails()).at(-1)?.recipient).toBe("asha@example.com");
  });

  test("two concurrent processes notify each email once", async () => {
    for (const name of ["a", "b", "c", "d"]) await send(`${name}@example.com`);
    await restock();
    const sent = await Promise.all([sendRestockAlerts(deps()), sendRestockAlerts(deps())]);
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(4);
    expect(await mails()).toHaveLength(4);
  });

  test("a sent request is deleted after 90 days", async () => {
    await send("asha@example.com");
    await restock();
    await sendRestockAlerts(deps());
    bench.clock.advance(91 * 24 * 60 * 60 * 1000);
    await sendRestockAlerts(deps());
    expect(await requests()).toEqual([]);
  });
});

describe("the unsubscribe link", () => {
  const tokenOf = (url: string | null | undefined) => new URL(url ?? "").searchParams.get("token");

  test("deletes all requests of its email, any number of times, and no others", async () => {
    await send("asha@example.com");
    await send("rosa@example.com");
    await restock();
    await sendRestockAlerts(deps());
    const [mail] = await mails();
    const token = tokenOf(mail?.unsubscribeUrl);
    for (const _press of [1, 2]) {
      expect(await unsubscribeRestockAlert(deps(), { token })).toEqual({ ok: true, value: null });
      expect(await requests()).toMatchObject([{ email: "rosa@example.com" }]);
    }
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(["rosa@example.com"]);
  });

  test("that is changed, shortened or invented deletes nothing", async () => {
    await send("asha@example.com");
    const [request] = await requests();
    const id = request?.id ?? "";
    const token = tokenOf(restockAlertUnsubscribeUrl(deps().auth, publicUrl, id)) ?? "";
    const made = [
      token.replace(id, goneId),
      token.slice(0, -2),
      `${token}.x`,
      "x.back-in-stock.y",
      "",
      null,
    ];
    for (const each of made) {
      expect(await unsubscribeRestockAlert(deps(), { token: each })).toEqual({
        ok: false,
        error: "unknown_link",
      });
    }
    expect(await requests()).toHaveLength(1);
  });
});

test("requests are part of the account's export and are deleted with the account", async () => {
  const account = { email: "asha@example.com", name: "Asha" };
  const userId = await createCustomer(bench.db, { ...account, emailVerified: true });
  const person = { role: "customer", userId, ...account } as const;
  const actor = await inSession(bench.db, person, bench.clock.now());
  await send("Asha@Example.com");
  await send("rosa@example.com");
  expect(
    await exportAccount(
      { ...bench, files: filesInMemory(), measurementBox: testMeasurementBox() },
      { actor },
    ),
  ).toMatchObject({
    value: { backInStock: [{ product: "Kaieteur Gown", size: "M", respondedAt: null }] },
  });
  const gone = await deleteAccount(deps(), { actor, submittedEmail: account.email });
  expect(gone).toMatchObject({ ok: true });
  expect(await requests()).toMatchObject([{ email: "rosa@example.com" }]);
});
