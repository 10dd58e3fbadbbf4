import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { guest } from "#tests/support/guest.ts";
import { INQUIRY } from "#tests/support/inbox.ts";
import type { PurchaseInquiry } from "./inquiry-input.ts";
import { INQUIRIES_AN_HOUR, submitInquiry } from "./submit-inquiry.server.ts";

const HOUR_MS = 3_600_000;

let clock: ReturnType<typeof fixedClock>;
let database: TestDatabase;
let requests: unknown[];
let productId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  clock = fixedClock("2026-11-20T09:00:00-04:00");
  requests = [];
  productId = await addProduct(database.db, "Kaieteur Gown", {
    colors: [{ hex: "#F4EFE6", name: "Pearl" }],
  });
  await database.db
    .update(products)
    .set({ sizes: ["M", "L"] })
    .where(eq(products.id, productId));
});
afterEach(() => database.close());

type Changes = Partial<PurchaseInquiry> & { key?: string | null; of?: string; network?: string };

const submit = ({
  key = "0123456789abcdef",
  of = productId,
  network = "203.0.113.7",
  ...changes
}: Changes = {}) =>
  submitInquiry(
    {
      db: database.db,
      clock,
      publicUrl: "https://shop.example",
      jobs: { send: async (name: string) => void requests.push(name) },
    },
    { actor: guest, productId: of, key, inquiry: { ...INQUIRY, ...changes }, network },
  );
const stored = () => database.db.select().from(guyanaSalesInquiries);
const mails = () => database.db.select().from(mailOutbox).orderBy(mailOutbox.kind);

describe("a purchase inquiry", () => {
  // Specification 3.25, 7.53
  it("is stored with all input and the product's current name", async () => {
    expect(await submit()).toMatchObject({ ok: true });
    const { color: _, notes, specification: __, ...fields } = INQUIRY;
    expect(await stored()).toMatchObject([
      {
        ...fields,
        additionalNotes: notes,
        productId,
        productName: "Kaieteur Gown",
        colorName: "Pearl",
        status: "new",
        createdAt: clock.now(),
      },
    ]);
  });

  it("outlives its product: the name stays when the row is deleted", async () => {
    await submit();
    await database.db.delete(products).where(eq(products.id, productId));
    expect(await stored()).toMatchObject([{ productId: null, productName: "Kaieteur Gown" }]);
  });

  it("queues an email to the shop and one to the sender, each with the other's Reply-To", async () => {
    await database.db.insert(siteSettings).values({
      settingName: "general",
      settingValue: { siteName: "Maison Rosa", contactEmail: "rosa@shop.example" },
    });
    await submit();
    expect(await mails()).toMatchObject([
      {
        kind: "inquiry-receipt",
        recipient: "asha@example.com",
        replyTo: "rosa@shop.example",
        subject: "Your inquiry about Kaieteur Gown",
      },
      {
        kind: "purchase-inquiry",
        recipient: "rosa@shop.example",
        replyTo: "asha@example.com",
        subject: "Guyana Sales: Kaieteur Gown (Asha Persaud)",
      },
    ]);
    expect(requests).toEqual(["send-mail", "send-mail"]);
    expect((await mails())[1]?.textBody).toContain("Size M · Pearl");
  });

  it("with an unreachable email is stored, and only the shop gets an email", async () => {
    expect(await submit({ email: "asha@example" })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject([{ email: "asha@example" }]);
    expect(await mails()).toMatchObject([{ kind: "purchase-inquiry", replyTo: null }]);
  });

  it("in an unknown color is stored without a color", async () => {
    await submit({ color: "#000000" });
    expect(await stored()).toMatchObject([{ colorName: "" }]);
  });

  // Specification 9.9
  it("for a product without sizes accepts S, M, L and XL", async () => {
    const plain = await addProduct(database.db, "Scarf");
    expect(await submit({ of: plain, size: "XL" })).toMatchObject({ ok: true });
    expect(await submit({ of: plain, size: "XS" })).toEqual({ ok: false, error: "size" });
  });

  it("can request a sold-out size and an out-of-stock product", async () => {
    await database.db
      .insert(productVariants)
      .values({ productId, size: "M", color: "#F4EFE6", sku: "gown-m", stockCount: 0 });
    await database.db.update(products).set({ inStock: false }).where(eq(products.id, productId));
    expect(await submit()).toMatchObject({ ok: true });
  });
});

describe("a repeated press", () => {
  // Specification 7.53
  it("is one inquiry and one email each, also concurrently", async () => {
    const responses = await Promise.all([submit(), submit(), submit()]);
    const [first] = await stored();
    expect(responses).toEqual(responses.map(() => ({ ok: true, value: { id: first?.id } })));
    expect(await stored()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  it("is the same inquiry a day later and after the product was deleted", async () => {
    const first = await submit();
    clock.advance(24 * HOUR_MS);
    await database.db
      .update(products)
      .set({ deletedAt: clock.now() })
      .where(eq(products.id, productId));
    expect(await submit()).toEqual(first);
    expect(await stored()).toHaveLength(1);
  });

  it("with another text, or from another form, is another inquiry", async () => {
    await submit();
    await submit({ size: "L" });
    await submit({ key: "fedcba9876543210" });
    expect(await stored()).toHaveLength(3);
  });

  it("without a key is always a new inquiry", async () => {
    await submit({ key: null });
    await submit({ key: null });
    expect(await stored()).toHaveLength(2);
  });
});

describe("a refused inquiry", () => {
  it.each([
    ["malformed", "../../etc/passwd"],
    ["unknown", "0198f000-0000-7000-8000-000000000001"],
    ["empty", ""],
  ])("names a product whose id is %s", async (_what, of) => {
    expect(await submit({ of })).toEqual({ ok: false, error: "gone" });
  });

  it("names a product deleted since the form was opened", async () => {
    await database.db
      .update(products)
      .set({ deletedAt: clock.now() })
      .where(eq(products.id, productId));
    expect(await submit()).toEqual({ ok: false, error: "gone" });
    expect(await stored()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it("names a size that the product does not have", async () => {
    expect(await submit({ size: "XXL" })).toEqual({ ok: false, error: "size" });
  });

  it("exceeds the hourly limit of an email, in any spelling", async () => {
    for (let count = 1; count <= INQUIRIES_AN_HOUR; count += 1) await submit({ quantity: count });
    const more = { email: "ASHA@example.com", notes: "one more" };
    expect(await submit(more)).toEqual({ ok: false, error: "too_many" });
    expect(await submit({ ...more, network: "198.51.100.4" })).toMatchObject({ ok: true });
    expect(await submit({ email: "other@example.com" })).toMatchObject({ ok: true });
    clock.advance(HOUR_MS);
    expect(await submit(more)).toMatchObject({ ok: true });
  });

  it("is stored from every network, and one email gets so many receipts in an hour", async () => {
    for (let count = 1; count <= INQUIRIES_AN_HOUR + 3; count += 1) {
      const sent = await submit({ quantity: count, network: `203.0.113.${count}` });
      expect(sent).toMatchObject({ ok: true });
    }
    const kinds = (await mails()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "purchase-inquiry")).toHaveLength(INQUIRIES_AN_HOUR + 3);
    expect(kinds.filter((kind) => kind === "inquiry-receipt")).toHaveLength(INQUIRIES_AN_HOUR);
  });

  it("leaves no email behind when its job cannot be queued", async () => {
    const jobs = { send: () => Promise.reject(new Error("queue away")) };
    const deps = { db: database.db, clock, publicUrl: "https://shop.example", jobs };
    await expect(
      submitInquiry(deps, {
        actor: guest,
        productId,
        key: null,
        inquiry: INQUIRY,
        network: "203.0.113.7",
      }),
    ).rejects.toThrow("queue");
    expect(await stored()).toEqual([]);
    expect(await mails()).toEqual([]);
  });
});
