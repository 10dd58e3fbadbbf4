import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { contactMessages, guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { addToSimpleCart, GEORGETOWN } from "#tests/support/requests/purchase.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { signInOwner } from "#tests/support/requests/sign-in.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const { shop, visitor, customer } = shopSuite();

const TROUSERS = "Hammock Lounge Trousers";
const GOWN = "Kaieteur Gown";
const PASSWORD = "linen-on-sunday-4";
const newEmail = () => `rosa-${newId()}@example.org`;
const mainOf = (page: ShownPage) => textOf(page.getByRole("main"));

/** The payment page of a new order. */
async function openPayment(email: string, country: string): Promise<ShownPage> {
  const cart = await addToSimpleCart(visitor(), TROUSERS, "L");
  return cart.press("Proceed to Payment", { Email: email, "Deliver to": country });
}

async function orderOf(email: string) {
  const [order] = await shop().inDatabase((db) =>
    db.select().from(orders).where(eq(orders.customerEmail, email)),
  );
  return order;
}

describe("the delivery form", () => {
  test("asks for what the country needs, by its local names, as the address book does", async () => {
    const payment = await openPayment(newEmail(), "US");
    const entered = { "Full name": "Anna", Address: "1 Main St", "City or village": "Springfield" };
    const refused = await payment.press(/^Pay /, entered);
    expect(refused.status).toBe(400);
    const { visitor: asha } = await customer();
    const book = await (await asha.open("/profile/addresses/new")).press("Save Address", {
      Country: "US",
      ...entered,
    });
    for (const page of [refused, book]) {
      expect(page.text).toContain("State is required");
      expect(page.text).toContain("ZIP code is required");
    }
    const wrong = await refused.press(/^Pay /, { State: "IL", "ZIP code": "1234" });
    expect(wrong.text).toContain("Please check the ZIP code: it looks like 95014");
    const paid = await wrong.press(/^Pay /, { "ZIP code": "62701" });
    expect(mainOf(paid)).toContain("Springfield, IL 62701");
  });

  test("takes the courier's number as a telephone copies it, with its extension, and no number of one digit", async () => {
    const email = newEmail();
    const payment = await openPayment(email, "GY");
    const refused = await payment.press(/^Pay /, {
      ...GEORGETOWN,
      "Phone, for the courier": "5",
    });
    expect(refused.text).toContain("Please enter a phone number, like +592 555 0100");
    await refused.press(/^Pay /, { "Phone, for the courier": "\u202D+592 555 0100\u202C ext. 12" });
    expect((await orderOf(email))?.shippingAddress?.phone).toBe("+592 555 0100 ext. 12");
  });

  test("has no name in blanks that nobody sees, and keeps a Persian name whole", async () => {
    const email = newEmail();
    const payment = await openPayment(email, "GY");
    const refused = await payment.press(/^Pay /, { ...GEORGETOWN, "Full name": "\u200B\u200B" });
    expect(refused.text).toContain("Full name is required");
    const name = "\u0646\u06CC\u200C\u0644\u0648\u0641\u0631 O’Brien";
    const paid = await refused.press(/^Pay /, { "Full name": name });
    expect((await orderOf(email))?.shippingAddress?.fullName).toBe(name);
    expect(paid.text).toContain(name);
  });

  test("prints Singapore once", async () => {
    const email = newEmail();
    const payment = await openPayment(email, "SG");
    const paid = await payment.press(/^Pay /, {
      "Full name": "Wei",
      Address: "1 Orchard Road",
      "City or village": "Singapore",
      Region: "Singapore",
      "Postal code": "238801",
    });
    const order = await orderOf(email);
    expect(order?.shippingAddress).toMatchObject({ city: "Singapore", postalCode: "238801" });
    expect(mainOf(paid).match(/singapore/gi)).toHaveLength(1);
  });
});

describe("an email of another script", () => {
  const unique = () => `müller-${newId().slice(-8)}.example`;
  const inAscii = (domain: string) => new URL(`http://${domain}`).hostname;

  test("is one mailbox at checkout, and its confirmation is sent", async () => {
    const domain = unique();
    const payment = await openPayment(`info@${domain}`, "GY");
    await payment.press(/^Pay /, GEORGETOWN);
    const stored = `info@${inAscii(domain)}`;
    expect(await orderOf(stored)).toBeDefined();
    expect(await readMailTo(stored)).toContain("Thank you");
  });

  test("makes an account, with one name, that signs in with either spelling", async () => {
    const domain = unique();
    const email = `info@${domain}`;
    const registration = await (await visitor().open("/auth")).follow("Create Account");
    const created = await registration.press("Create Account", {
      "First Name": "Suharto",
      Email: email,
      Password: PASSWORD,
    });
    expect(created.text).toContain("You can now sign in.");
    const [profile] = await shop().inDatabase((db) =>
      db
        .select({ firstName: profiles.firstName, lastName: profiles.lastName })
        .from(profiles)
        .where(eq(profiles.email, `info@${inAscii(domain)}`)),
    );
    expect(profile).toEqual({ firstName: "Suharto", lastName: "" });
    const signedIn = await created.press("Login", { Email: email, Password: PASSWORD });
    expect(signedIn.url.pathname).not.toBe("/auth");
  });

  test("writes to the shop, which two dots or two addresses do not", async () => {
    const email = `info@${unique()}`;
    const entered = { "Full Name": "Jürgen", Subject: "A fitting", Message: "Hello" };
    const contact = await visitor().open("/contact");
    for (const wrong of ["a..b@example.com", "a@example.com b@example.com"]) {
      const refused = await contact.press("Send Message", { ...entered, Email: wrong });
      expect(refused.text).toContain("Please enter a valid email address");
    }
    await contact.press("Send Message", {
      ...entered,
      Email: email,
      Phone: "\u202D+592 555 0100\u202C",
    });
    const [message] = await shop().inDatabase((db) =>
      db.select().from(contactMessages).orderBy(desc(contactMessages.createdAt)).limit(1),
    );
    expect(message).toMatchObject({
      email: `info@${inAscii(email.slice(5))}`,
      phone: "+592 555 0100",
    });
  });
});

test("an inquiry is taken from somebody with one name, with a number that has an extension", async () => {
  const email = newEmail();
  const inquiry = await (await visitor().open(await pathOfProduct(GOWN))).follow("Guyana Sales");
  const entered = {
    "First Name": "Suharto",
    "Email Address": email,
    Address: "12 Camp Street",
    City: "Georgetown",
    Size: "M",
  };
  const refused = await inquiry.press("Submit Inquiry", { ...entered, "Phone Number": "()" });
  expect(refused.text).toContain("Please enter a phone number, like +592 555 0100.");
  await refused.press("Submit Inquiry", { "Phone Number": "555 0100 ext 12" });
  const [stored] = await shop().inDatabase((db) =>
    db.select().from(guyanaSalesInquiries).where(eq(guyanaSalesInquiries.email, email)),
  );
  expect(stored).toMatchObject({ lastName: "", phone: "555 0100 ext. 12" });
});

test("the order list reads a total as the shop writes it, and says when it cannot read one", async () => {
  const owner = await signInOwner(visitor());
  const read = await owner.open("/admin/orders?min=1%2C250.00");
  expect(read.text).not.toContain("A filter could not be read");
  expect(read.getByLabelText<HTMLInputElement>("Total from ($)").value).toBe("1250.00");
  const unread = await owner.open("/admin/orders?min=a+lot&to=soon");
  expect(mainOf(unread)).toContain("To, Total from: the list is as without it");
  for (const [path, labels] of [
    ["/admin/orders?status=lost&sort=best", "Status, Sort"],
    ["/admin/activity?from=27%2F11%2F2026&subject=secrets", "What, From"],
    ["/admin/stock?view=most", "View"],
    ["/admin/inbox?kind=letter", "Kind"],
    ["/admin/customers?sort=best", "Sort"],
    ["/admin/outbox?status=lost", "Status"],
    ["/admin/atelier/production?due=someday", "Due"],
    ["/admin?tab=products&gender=none", "Gender"],
    ["/admin?tab=media&show=best", "Show"],
    ["/admin/customers?page=two", "Page"],
    ["/admin/orders?page=0&sort=best", "Sort, Page"],
  ] as const) {
    expect(mainOf(await owner.open(path)), path).toContain(`${labels}: the list is as without it`);
  }
  const overview = await owner.open("/admin/overview?currency=EUR");
  expect(mainOf(overview)).toContain("Currency: the page is as without it");
  const inDollars = await owner.open("/admin/overview?currency=GYD");
  expect(mainOf(inDollars)).not.toContain("could not be read");
});

test("the measuring wizard says which choice of a link it cannot read", async () => {
  const unread = await visitor().open("/measurement?step=9&unit=feet");
  expect(mainOf(unread)).toContain("Step, Unit: the page is as without it");
  const read = await visitor().open("/measurement?step=3&unit=inches");
  expect(mainOf(read)).not.toContain("could not be read");
});

test("the shop says which filter of a link means nothing", async () => {
  const page = await visitor().open("/search?q=silk&color=octarine&price=100-250&sort=best");
  expect(mainOf(page)).toContain("Color, Sort: this filter of the link means nothing here");
  expect(mainOf(await visitor().open("/shop?page=two"))).toContain("Page: this filter of the link");
  const plain = await visitor().open("/search?q=silk&color=red&price=100-250&sort=name&gender=all");
  expect(mainOf(plain)).not.toContain("means nothing here");
});

test("the look-up says what an invoice's number is, and opens nothing with it", async () => {
  const lookup = await visitor().open("/order-lookup");
  const found = await lookup.press("Find your order", {
    "Order Number": "inv-2026-00001",
    Email: "rosa@example.com",
  });
  expect(found.status).toBe(404);
  expect(mainOf(found)).toContain("This is the number of an invoice or a note.");
});
