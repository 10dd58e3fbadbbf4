import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import { fullyMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { guest } from "#tests/support/guest.ts";
import { asGuest, buyToMeasure } from "#tests/support/requests/buy-to-measure.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { addToSimpleCart, buy, GEORGETOWN } from "#tests/support/requests/purchase.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { signInOwner } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";

const { shop, visitor } = shopSuite();

/** Every URL of the shop in an email, as the most eager email program finds it: up to the next white space, and in its HTML. */
function linksOf({ html, text }: { html: string; text: string }): string[] {
  const { url } = shop();
  const linked = [...html.matchAll(/href="([^"]*)"/g)].map(([, to = ""]) => to);
  const found = [...(text.match(/https?:\/\/\S+/g) ?? []), ...linked];
  return [...new Set(found.map((to) => to.replaceAll("&amp;", "&")))].filter((to) =>
    to.startsWith(url),
  );
}

/** The private links of the samples, whose tokens open nothing: their pages answer that they know no such link. */
const SAMPLE_TOKENS = [
  "/store-credit/private-link",
  "/contract/sample",
  "/garment/sample",
  "/measure/sample",
];

/** Opens each link as somebody new; returns those that lead to no page. */
async function deadLinks(links: readonly string[]): Promise<string[]> {
  const dead: string[] = [];
  for (const link of links) {
    const { pathname, search } = new URL(link);
    const { status } = await visitor().open(`${pathname}${search}`);
    const expected = SAMPLE_TOKENS.includes(pathname) ? 404 : 200;
    // A private link that is over leads to a page that says so.
    if (status !== expected && status !== 410) dead.push(`${status} ${link}`);
  }
  return dead;
}

test("every link of every kind of email leads to a page", async () => {
  const facts = {
    siteName: "Demerara Atelier",
    siteUrl: shop().url,
    contactEmail: "atelier@demerara.example",
    shopAddress: "27½ Water Street, Georgetown, Guyana",
    image: null,
  };
  const links = [...emailRegistry.values()].flatMap((email) => linksOf(email.sample(facts)));
  expect(links.length).toBeGreaterThan(20);
  expect(await deadLinks([...new Set(links)])).toEqual([]);
});

/** The button of a disclosure's form, by the form's title. */
const buttonOf = (page: ShownPage, title: RegExp): HTMLElement =>
  page.inside(page.getByRole("form", { name: title })).getByRole("button");

async function deliver(owner: Visitor, email: string): Promise<void> {
  const [order] = await shop().inDatabase((db) =>
    db.select({ id: orders.id }).from(orders).where(eq(orders.customerEmail, email)),
  );
  const page = await owner.open(`/admin/orders/${order?.id ?? ""}`);
  const sent = await page.press(/^Send the parcel/, { Carrier: "DHL Express" });
  await sent.press(buttonOf(sent, /^Mark as delivered/));
}

test("every link of the emails of a purchase, a transfer and a made-to-measure order leads to a page", async () => {
  const owner = await signInOwner(visitor());
  const settings = await owner.open("/admin?tab=settings&part=transfers");
  await settings.press("Save Settings", {
    "Customers may pay by bank transfer": true,
    "Bank and account": "Bank of Guyana\nAccount 000-123-456",
  });
  const email = "rosa.links@example.org";
  await buy(visitor(), { name: "Hammock Lounge Trousers", size: "M", email });
  await deliver(owner, email);
  const cart = await addToSimpleCart(visitor(), "Hammock Lounge Trousers", "L");
  const transfer = await cart.press("Proceed to Payment", {
    Email: "transfer.links@example.org",
    "Bank transfer": true,
  });
  await transfer.press(/^Place the order/, GEORGETOWN);
  await buyToMeasure(asGuest(visitor()), {
    productName: "Savannah Linen Shirt",
    priceUsd: 279,
    email: "measured.links@example.org",
    actor: guest,
    profile: fullyMeasured("Rosa", SHIRT_BODY),
  });
  await readMailTo("measured.links@example.org");
  const mails = await shop().inDatabase((db) => db.select().from(mailOutbox));
  const kinds = new Set(mails.map(({ kind }) => kind));
  expect([...kinds]).toEqual(
    expect.arrayContaining(["order-confirmation", "shipped", "delivered", "bank-transfer"]),
  );
  const links = mails.flatMap(({ htmlBody, textBody }) => {
    return linksOf({ html: htmlBody, text: textBody });
  });
  expect(await deadLinks([...new Set(links)])).toEqual([]);
});
