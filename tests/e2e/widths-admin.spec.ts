import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq, isNotNull, like } from "drizzle-orm";
import { confirmPath, sendAgainPath } from "#app/web/identity-request.ts";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { productCategories, products, productVariants } from "#db/schema/catalog.server.ts";
import { passkeys, verifications } from "#db/schema/identity.server.ts";
import { media } from "#db/schema/media.server.ts";
import { SETTINGS_TABS } from "#features/base/settings/setting-description.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { createShippedOrder } from "#tests/support/browser/create-shipped-order.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { htmlProblems } from "#tests/support/browser/html-rules.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { missingPageNoise, sealedFrameNoise } from "#tests/support/browser/page-noise.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { addInquiry } from "#tests/support/inbox.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { createCustomer, inSession } from "#tests/support/sessions.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

const UNKNOWN_ID = "0198f000-0000-7000-8000-000000000001";

/** Ids are filled in later. */
const pages = {
  "the content": [
    "/admin",
    "/admin?tab=products&q=gown&gender=female",
    "/admin?tab=products&q=zzqx",
    "/admin?tab=categories",
    "/admin?tab=media",
    "/admin?tab=media&view=grid",
    "/admin?tab=media&item={media}",
    "/admin?tab=site-images",
    "/admin?tab=site-images&part=heroes",
    "/admin/products/new",
    "/admin/products/new?categoryId={category}&categoryName=Evening+Elegance",
    "/admin/products/edit/{product}",
    `/admin/products/edit/${UNKNOWN_ID}`,
  ],
  "made to measure": [
    "/admin/atelier",
    "/admin/atelier/terms/suit",
    "/admin/atelier/terms/{product}",
    "/admin/atelier/cloth",
    "/admin/atelier/cloth/new",
    "/admin/atelier/cloth/{cloth}",
    `/admin/atelier/cloth/${UNKNOWN_ID}`,
    "/admin/products/measurements/{product}",
    "/admin/size-report",
  ],
  "the atelier's work": [
    "/admin/atelier/production",
    "/admin/atelier/production?view=due",
    "/admin/atelier/production/{garment}",
    "/admin/atelier/patterns",
    "/admin/atelier/pattern-table",
    "/admin/atelier/pattern-table/{product}",
    "/admin/atelier/promises",
    "/admin/atelier/times",
    "/admin/atelier/makers",
    "/admin/atelier/makers/new",
  ],
  // Specification 2.151
  "settings and business": [
    ...SETTINGS_TABS.map(({ value }) => `/admin?tab=settings&part=${value}`),
    "/admin/import",
    "/admin/overview",
    "/admin/search",
    "/admin/search?q=gown",
    "/admin/search?q=zzqx",
    "/admin/orders",
    "/admin/orders?status=completed&q=nobody",
    "/admin/orders?way=to_ship&sort=oldest",
    `/admin/orders/${UNKNOWN_ID}`,
    "/admin/orders/{order}?done=ship&of={shipment}",
    "/admin/inbox",
    "/admin/inbox?status=closed&q=zzqx",
    "/admin/inbox/{entry}",
    `/admin/inbox/${UNKNOWN_ID}`,
    "/admin/stock",
    "/admin/stock?view=low&q=zzqx",
    "/admin/stock/{counted}",
    `/admin/stock/${UNKNOWN_ID}`,
    "/admin/customers",
    "/admin/customers?q=zzqx",
    "/admin/customers/person?email={person}",
    "/admin/customers/person?email={signedIn}",
    "/admin/customers/person?email={secured}",
    `/admin/customers/person?email=${UNKNOWN_ID}`,
    "/admin/mails",
    "/admin/mails?kind=low-stock&light=night",
    "/admin/donations",
    "/admin/outbox",
    "/admin/account",
    confirmPath("/admin/account"),
    sendAgainPath("/admin/account", { why: "unused", after: "2 hours", userId: "" }),
    "/admin/activity",
    "/admin/activity?subject=settings",
    "/admin/activity?subject=refusal&thing={refusal}",
  ],
};

/** What each id of a path stands for, made or found in the shop's database. */
const ids: Record<string, (db: Database) => Promise<string>> = {
  "{garment}": async (db) => {
    const box = currentShop().measurementBox;
    const { garments } = await createGarmentOrder(db, { box, customerEmail: newEmail() });
    return garments[0]?.id ?? "";
  },
  "{entry}": (db) => addInquiry(db),
  "{person}": async (db) => {
    const customerEmail = newEmail();
    await createOrder(db, { customerEmail, status: "completed" });
    return encodeURIComponent(customerEmail);
  },
  "{signedIn}": async (db) => {
    const email = newEmail();
    const userId = await createCustomer(db, { email });
    await inSession(db, { role: "customer", userId, name: "Asha", email }, new Date());
    return encodeURIComponent(email);
  },
  "{secured}": async (db) => {
    const email = newEmail();
    const userId = await createCustomer(db, { email });
    await db
      .insert(passkeys)
      .values({ userId, name: "Passkey of Android", credentialId: newId(), publicKey: "key" });
    const now = Date.now();
    await db.insert(verifications).values({
      identifier: `remove-factor|${userId}`,
      value: "signature",
      expiresAt: new Date(now + DAY_MS),
    });
    return encodeURIComponent(email);
  },
  "{refusal}": async (db) => {
    const fields = {
      name: "p•••@a-mail-server-with-a-rather-long-name.example.org",
      account: "of nobody",
      reason: "Too many attempts, so this one was not looked at",
      page: "/login/second-factor",
      clientIp: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
      device: "Samsung Internet on Android",
      attempts: 1_204,
      latestAt: "20 November 2026, 10:07",
    };
    const subjectId = newId();
    await db.insert(auditLog).values({
      actorName: "Someone",
      action: "was refused as",
      subject: "refusal",
      subjectId,
      after: fields,
    });
    return subjectId;
  },
  "{counted}": async (db) => {
    const counted = await db
      .select({ id: productVariants.id })
      .from(productVariants)
      .where(isNotNull(productVariants.stockCount));
    return counted[0]?.id ?? "";
  },
  "{cloth}": async (db) => (await db.select({ id: cloths.id }).from(cloths))[0]?.id ?? "",
  "{product}": async (db) => {
    const found = await db.select().from(products).where(eq(products.name, "Kaieteur Gown"));
    return found[0]?.id ?? "";
  },
  "{media}": async (db) => {
    const found = await db.select().from(media).where(like(media.name, "kaieteur-gown%"));
    return found[0]?.id ?? "";
  },
  "{category}": async (db) => {
    const found = await db
      .select()
      .from(productCategories)
      .where(eq(productCategories.name, "Evening Elegance"));
    return found[0]?.id ?? "";
  },
};

async function withIds(path: string): Promise<string> {
  const { inDatabase } = currentShop();
  if (path.includes("{order}")) {
    const { orderId, shipmentId } = await inDatabase(createShippedOrder);
    return path.replace("{order}", orderId).replace("{shipment}", shipmentId);
  }
  const name = /\{\w+\}/.exec(path)?.[0];
  const find = name ? ids[name] : undefined;
  if (!name || !find) return path;
  return path.replace(name, await inDatabase(find));
}

async function openAllForms(page: Page): Promise<void> {
  const disclosures = page.getByRole("main").locator("details");
  await disclosures.evaluateAll((all) => {
    for (const disclosure of all) disclosure.setAttribute("open", "");
  });
  expect(await disclosures.count()).toBeGreaterThan(6);
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(page.getByText("$120.00 did not reach the customer")).toBeVisible();
}

for (const [name, paths] of Object.entries(pages)) {
  test(`${name}: every page of the admin is valid HTML, is accessible and fits the screen`, async ({
    page,
    noise,
  }) => {
    noise.expect(missingPageNoise);
    noise.expect(sealedFrameNoise);
    test.setTimeout(240_000);
    for (const path of paths) {
      await test.step(path, async () => {
        const response = await visit(page, await withIds(path));
        expect(response?.status()).toBe(path.includes(UNKNOWN_ID) ? 404 : 200);
        expect(response?.headers()["cache-control"]).toContain("no-store");
        expect(await htmlProblems((await response?.text()) ?? "", "admin")).toEqual([]);
        await expect(page).toHaveTitle(/\S/);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        if (path.includes("{order}")) await openAllForms(page);
        await expectAccessible(page);
        await onPhone(page, () => expectAccessible(page));
        await expectFitsEveryWidth(page);
      });
    }
  });
}
