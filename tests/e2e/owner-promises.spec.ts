import type { Browser, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { addDays } from "#core/business-days.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { ownerTest as test, uniqueName } from "#tests/support/browser/owner.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { buySuit } from "#tests/support/browser/tailor.ts";

const PROMISES = "/admin/atelier/promises";

/** A visitor's paid suit; its order number. */
async function orderSuit(browser: Browser, baseURL: string): Promise<string> {
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await haveMeasured(page, "Me", SUIT_BODY);
  const number = await buySuit(page, newEmail());
  await context.close();
  return number;
}

async function addMaker(page: Page, name: string, hours: string): Promise<void> {
  await visit(page, "/admin/atelier/makers/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]) {
    await page.getByLabel(day).fill(hours);
  }
  await page.getByRole("button", { name: "Add the maker" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function archive(page: Page, name: string): Promise<void> {
  await visit(page, "/admin/atelier/makers");
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Archive this maker" }).click();
  await expect(page.getByRole("button", { name: "Bring back" })).toBeVisible();
}

test("the owner enters a maker's days away, sees the promise that this puts at risk, and saves it with another maker", async ({
  page,
  browser,
  baseURL,
}) => {
  const number = await orderSuit(browser, baseURL ?? "");
  const [away, helper] = [uniqueName("Savi"), uniqueName("Maya")];
  await addMaker(page, away, "8");
  await page.getByLabel("First day").fill(addDays(dayOf(new Date()), 1));
  // Longer than any promise that other tests' makers, who are away too, lead to.
  await page.getByLabel("Last day").fill(addDays(dayOf(new Date()), 300));
  await page.getByRole("button", { name: "Add the days" }).click();
  await expect(page.getByRole("button", { name: /^Remove / })).toBeVisible();
  await expectFitsEveryWidth(page);

  await addMaker(page, helper, "24");
  await visit(page, "/admin/atelier/production");
  const card = page.getByRole("article").filter({ hasText: number });
  await card.getByRole("link").first().click();
  await page.getByRole("form", { name: "Maker" }).getByLabel("Maker").selectOption({ label: away });
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(page.getByText(`Maker: ${away}`)).toBeVisible();
  await expect(page.getByText(/waiting to send/)).toHaveCount(0);

  await visit(page, PROMISES);
  const risk = page.getByRole("listitem").filter({ hasText: number });
  await expect(risk).toContainText("Expected");
  await expect(risk).toContainText("Another maker");
  await expectAccessible(page);
  await expectReadable(page);
  // Other makers of the shop may be as free as this one.
  await risk
    .getByRole("button", { name: /^Give it to / })
    .first()
    .click();
  await expect(page.getByText(/^Saved\./)).toBeVisible();
  await expect(risk).toHaveCount(0);
  await archive(page, away);
  await archive(page, helper);
});
