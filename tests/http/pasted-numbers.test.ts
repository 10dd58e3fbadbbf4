import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { products } from "#db/schema/catalog.server.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { addToSimpleCart, GEORGETOWN } from "#tests/support/requests/purchase.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { signedInAdmin } from "#tests/support/requests/sign-in.ts";
import { pathOfProduct, setStock } from "#tests/support/shop/products.ts";

// Numbers as other programs copy them and other keyboards write them: read by every form that takes one.

const { shop, visitor } = shopSuite();

const newEmail = () => `mina-${newId()}@example.org`;
const PHONE_MESSAGE = "Please enter a phone number, like +592 555 0100";

describe("a telephone number at the till", () => {
  async function openPayment(email: string): Promise<ShownPage> {
    const cart = await addToSimpleCart(visitor(), "Hammock Lounge Trousers", "L");
    return cart.press("Proceed to Payment", { Email: email, "Deliver to": "GY" });
  }

  test.each([
    ["with the zero of a trunk in brackets", "+592 (0) 622 1234", "+592 622 1234"],
    ["in Arabic digits", "٥٩٢٦٢٢١٢٣٤", "+592 622 1234"],
    ["in fullwidth signs", "＋５９２ ６２２ １２３４", "+592 622 1234"],
    ["with narrow blanks", "+592\u202F622\u20091234", "+592 622 1234"],
    ["as a link", "tel:+592-622-1234", "+592 622 1234"],
  ])("is read %s", async (_what, pasted, stored) => {
    const email = newEmail();
    const payment = await openPayment(email);
    await payment.press(/^Pay /, { ...GEORGETOWN, "Phone, for the courier": pasted });
    const [order] = await shop().inDatabase((db) =>
      db.select().from(orders).where(eq(orders.customerEmail, email)),
    );
    expect(order?.shippingAddress?.phone).toBe(stored);
  });

  test("with letters in it is refused with how one looks", async () => {
    const payment = await openPayment(newEmail());
    for (const pasted of ["1-800-FLOWERS", "٥", "call 622 1234"]) {
      const refused = await payment.press(/^Pay /, {
        ...GEORGETOWN,
        "Phone, for the courier": pasted,
      });
      expect(refused.text, pasted).toContain(PHONE_MESSAGE);
    }
  });
});

test("an inquiry keeps a telephone number in Arabic digits as one", async () => {
  const email = newEmail();
  const path = await pathOfProduct("Kaieteur Gown");
  const inquiry = await (await visitor().open(path)).follow("Guyana Sales");
  await inquiry.press("Submit Inquiry", {
    "First Name": "Mina",
    "Email Address": email,
    "Phone Number": "٥٥٥ ٠١٠٠",
    Address: "12 Camp Street",
    City: "Georgetown",
    Size: "M",
  });
  const [stored] = await shop().inDatabase((db) =>
    db.select().from(guyanaSalesInquiries).where(eq(guyanaSalesInquiries.email, email)),
  );
  expect(stored).toMatchObject({ phone: "555 0100" });
});

test.each(["94", "٩٤", "９４", "۹۴٫۰", "\u200E94\u00A0cm", "94,0"])(
  "Find my size reads a chest of %j centimetres",
  async (pasted) => {
    const chart = await visitor().open("/measurement?step=3&unit=cm");
    const found = await chart.press("Find my size", { "Chest (cm)": pasted });
    const result = found.inside(found.getByRole("main")).getByRole("heading", { level: 3 });
    expect(result.textContent).toBe("M is your size");
  },
);

test.each([
  ["1,250.00", 125_000],
  ["$1,250", 125_000],
  ["١٢٥٠", 125_000],
  ["１２５０．５０", 125_050],
  ["1\u202F250.00", 125_000],
  ["1’250.00", 125_000],
])("a product's price of %j is %i cents", async (pasted, minor) => {
  const admin = await signedInAdmin();
  const name = `Priced ${newId().slice(-8)}`;
  const form = await admin.open("/admin/products/new");
  await form.press("Save as Draft", {
    Category: "Smart Casual",
    "Price ($)": pasted,
    "Product Name": name,
  });
  const [stored] = await shop().inDatabase((db) =>
    db.select().from(products).where(eq(products.name, name)),
  );
  expect(stored?.priceMinor).toBe(minor);
});

test.each(["12,50", "1.250,00", "ten", "١٢٫٥٠٠"])(
  "a product's price of %j is refused with how one is written",
  async (pasted) => {
    const admin = await signedInAdmin();
    const form = await admin.open("/admin/products/new");
    const refused = await form.press("Publish", {
      Category: "Smart Casual",
      "Price ($)": pasted,
      "Product Name": "Priced",
    });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/Write the price with a point: 12\.50|Price must be a number/);
  },
);

test.each([
  ["٢", 2],
  ["２", 2],
  ["\u200E2\u00A0", 2],
])("stock of %j pieces is received as %i", async (pasted, count) => {
  const admin = await signedInAdmin();
  await setStock("Berbice Heavy Tee", "XS", 0);
  const stock = await admin.open("/admin/stock");
  const received = await stock.press("Receive", { SKU: "DA-BERBICE-OFF-WHITE-XS", Pieces: pasted });
  expect(received.text).toContain(`Berbice Heavy Tee, XS, Off-White: ${count} pieces received`);
});

test.each(["1,250.00", "١٢٥٠", "１２５０", "1\u202F250"])(
  "the list of orders reads a least total of %j",
  async (pasted) => {
    const admin = await signedInAdmin();
    const list = await admin.open(`/admin/orders?min=${encodeURIComponent(pasted)}`);
    expect(list.text).not.toContain("could not be read");
    expect(list.getByLabelText<HTMLInputElement>("Total from ($)").value).toMatch(
      /^1250(?:\.00)?$/,
    );
  },
);
