import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { main } from "#tests/support/browser/locators.ts";
import { haveMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import {
  begin,
  enterValue,
  findLandmarks,
  guideDialog,
  press,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import {
  daysUntilKeysExpire,
  exportKey,
  openEntry,
  passUnusedDays,
  storedText,
} from "#tests/support/browser/sealed-entries.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const CHART = "/measurement?step=3";
const PEOPLE = "measured-people";
const SEALED = /^sealed:\w*:[\w+/]+=*:[\w+/]+=*$/;

const measured = (page: Page, name: string) =>
  main(page).getByRole("button", { name: `Continue measuring ${name}` });

const loss = (page: Page) =>
  main(page).getByText("The measurements in this browser have been removed");

/** Everything that the browser stores for this page, without what is sealed and without the unit. */
const readableEntries = (page: Page) =>
  page.evaluate(() =>
    [...Object.entries(localStorage), ...Object.entries(sessionStorage)]
      .filter(([, text]) => !/^sealed:\w*:[\w+/]+=*:[\w+/]+=*$/.test(text))
      .map(([name]) => name)
      .filter((name) => name !== "measurement-unit")
      .toSorted(),
  );

/** Measures the height of a new person for a skirt, and begins with the next value. */
async function measureHeight(page: Page): Promise<void> {
  await press(guideDialog(page), /^Skirt/);
  await findLandmarks(guideDialog(page), 2);
  await enterValue(guideDialog(page), "166");
  await expect(stepTitle(guideDialog(page))).toContainText("Waist");
}

test.describe("what a visitor measures", { tag: "@phone" }, () => {
  test("is readable in no storage of the browser, also while it is typed, and is all there after a reload", async ({
    page,
  }) => {
    const guide = guideDialog(page);
    await visit(page, CHART);
    await begin(page, "Asha");
    await measureHeight(page);
    await press(guide, "7");
    await expect.poll(() => openEntry(page, "measuring-guide")).toContain('"text":"7"');
    for (const entry of [PEOPLE, "measuring-guide"]) {
      expect(await storedText(page, entry), entry).toMatch(SEALED);
      expect(await exportKey(page, entry), entry).toBe("InvalidAccessError");
    }
    expect(await readableEntries(page)).toEqual([]);
    // Chromium removes the keys then, also when nobody visits the shop again.
    expect(Math.round(await daysUntilKeysExpire(page))).toBe(30);

    await page.reload();
    await expect(stepTitle(guide)).toContainText("Waist");
    await expect(guide.getByRole("textbox", { name: "Waist" })).toHaveValue("7");
    await press(guide, "All values");
    await expect(guide.getByRole("button", { name: /^Height 166 cm/ })).toBeVisible();
  });

  test("before this version is sealed at the first visit, with everybody in it", {
    tag: "@once-unsteady",
  }, async ({ page }) => {
    await haveMeasured(page, "Asha", SHIRT_BODY);
    expect(await storedText(page, PEOPLE)).toBe("");
    expect(await readableEntries(page)).toEqual(["measured-people", "measuring-guide"]);
    await visit(page, `${await pathOfProduct("Savannah Linen Shirt")}/made-to-measure`);
    await expect(main(page).getByText("17 of 17 measured")).toBeVisible();
    await expect.poll(() => storedText(page, PEOPLE)).toMatch(SEALED);
    await visit(page, CHART);
    await expect(main(page).getByText(/^17 measurements, /)).toBeVisible();
    await expect.poll(() => readableEntries(page)).not.toContain("measured-people");
    expect(await readableEntries(page)).not.toContain("measuring-guide");
  });

  test("in two tabs at once is in both", async ({ context, page }) => {
    const other = await context.newPage();
    await visit(page, CHART);
    await visit(other, CHART);
    await begin(page, "Asha");
    await other.getByRole("textbox", { name: "Somebody else" }).fill("Bibi");
    await other.getByRole("button", { name: "Begin measuring" }).click();
    await measureHeight(page);
    await measureHeight(other);
    await enterValue(guideDialog(page), "74");
    await enterValue(guideDialog(other), "80");
    for (const tab of [page, other]) {
      await press(guideDialog(tab), "Stop for now");
      await expect(measured(tab, "Asha")).toBeVisible();
      await expect(measured(tab, "Bibi")).toBeVisible();
      await expect(main(tab).getByText(/^2 measurements, /)).toHaveCount(2);
    }
    await other.close();
  });

  test("is gone after 30 days without use, key and all, and one page says so", async ({ page }) => {
    await haveMeasured(page, "Asha", SHIRT_BODY);
    await visit(page, CHART);
    await expect(measured(page, "Asha")).toBeVisible();
    await expect(main(page)).toContainText("for 30 days after you last use them");
    await expect.poll(() => storedText(page, PEOPLE)).toMatch(SEALED);
    await passUnusedDays(page, PEOPLE, 29);
    await visit(page, CHART);
    await expect(measured(page, "Asha")).toBeVisible();
    await passUnusedDays(page, PEOPLE, 31);

    await visit(page, CHART);
    await expect(loss(page)).toBeVisible();
    await expect(main(page)).toContainText("only has to be measured again");
    await expect(measured(page, "Asha")).toHaveCount(0);
    await expectReadable(page);
    await expect.poll(() => storedText(page, PEOPLE)).toBe("");
    await visit(page, CHART);
    await expect(main(page).getByRole("textbox", { name: "Who is measured?" })).toBeVisible();
    await expect(loss(page)).toHaveCount(0);
    await begin(page, "Asha");
    await measureHeight(page);
  });

  test("is stored as it is when the browser has no keys, and is all there after a reload", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    });
    await visit(page, CHART);
    await begin(page, "Asha");
    await measureHeight(page);
    await expect.poll(() => storedText(page, PEOPLE)).toContain("Asha");
    await page.reload();
    await press(guideDialog(page), "All values");
    await expect(guideDialog(page).getByRole("button", { name: /^Height 166 cm/ })).toBeVisible();
  });
});

customerTest.describe("what is in a customer's account", { tag: "@phone" }, () => {
  /** Asha is in the account and in this browser. */
  async function saveAsha(page: Page): Promise<void> {
    await haveMeasured(page, "Asha", SHIRT_BODY);
    await visit(page, "/profile/measurements");
    await page.getByRole("button", { name: "Agree and save in my account" }).click();
    await expect(page.getByRole("region", { name: "Asha", exact: true })).toContainText("98 cm");
    // A page that is left before the account's answer is stored would store it in clear.
    await expect.poll(() => openEntry(page, PEOPLE)).toContain('"unsent":false');
    await expect.poll(() => storedText(page, PEOPLE)).toMatch(SEALED);
  }

  customerTest(
    "comes back by itself when the browser's key is gone",
    { tag: "@once-unsteady" },
    async ({ page }) => {
      await saveAsha(page);
      await passUnusedDays(page, PEOPLE, 31);
      await visit(page, `${await pathOfProduct("Savannah Linen Shirt")}/made-to-measure`);
      await expect(loss(page)).toBeVisible();
      await expect(main(page)).toContainText("Everybody in your account comes back by itself.");
      await expect(main(page).getByText("17 of 17 measured")).toBeVisible();
      await expectReadable(page);
      await expect.poll(() => openEntry(page, PEOPLE)).toContain("Asha");
    },
  );

  customerTest(
    "cannot be read in the browser after a sign-out, also by who copied the stored text before",
    async ({ page }) => {
      await saveAsha(page);
      const copied = await storedText(page, PEOPLE);
      await visit(page, "/profile");
      await page.getByRole("button", { name: "Sign Out" }).click();
      await expect(page).toHaveURL("/");
      await expect.poll(() => storedText(page, PEOPLE)).toBe("");
      await page.evaluate(({ name, text }) => localStorage.setItem(name, text), {
        name: PEOPLE,
        text: copied,
      });
      await expect.poll(() => openEntry(page, PEOPLE)).toBe("");
      await visit(page, CHART);
      await expect(main(page).getByRole("textbox", { name: "Who is measured?" })).toBeVisible();
      await expect(measured(page, "Asha")).toHaveCount(0);
    },
  );
});
