import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import {
  agreeOnPhone,
  anotherPhone,
  measureUntil,
  press,
  sendLinks,
  shownStep,
} from "#tests/support/browser/measuring-steps.ts";
import { goToPayment, payOnTestPage } from "#tests/support/browser/payment.ts";
import { cartSidebar, expectReadable, productPath, visit } from "#tests/support/browser/shop.ts";

const SKIRT = "Water Street Pencil Skirt";
const PEOPLE = ["Bibi", "Chandra", "Devi"] as const;

/** Bibi's unusual values, to be found wherever they leak. */
const BIBI = {
  ...{ Height: "166.3", Waist: "73.7", Seat: "97.3" },
  ...{ "Waist to hips": "11.7", "Waist to seat": "20.3", "Waist to knee": "58.3" },
};
const DEVI = { ...BIBI, Height: "170", Waist: "80", Seat: "104", "Waist to knee": "59" };
/** Whole numbers only: ids, hashes and times have such digits. */
const BIBIS_NUMBER = /(?<![\w.-])(1663|737|973|583|166\.3|73\.7|97\.3|58\.3)(?:mm|cm)?(?![\w-])/;

const main = (page: Page) => page.getByRole("main");
const person = (page: Page, name: string) =>
  main(page).getByRole("listitem").filter({ hasText: name });

/** Everything that the sender's browser receives as text. */
function recordResponses(page: Page): () => Promise<string> {
  const texts: Promise<string>[] = [];
  page.context().on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (/html|json|x-script/.test(type)) texts.push(response.text().catch(() => ""));
  });
  return async () =>
    (await Promise.all(texts))
      .join("\n")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}/g, "");
}

async function bibiMeasures(phone: Page, path: string): Promise<void> {
  await agreeOnPhone(phone, path, expectReadable);
  const guide = main(phone);
  await measureUntil(guide, BIBI, "Seat", () => expectReadable(phone));
  await phone.context().setOffline(true);
  await measureUntil(guide, BIBI, "Waist to seat");
  await expect(guide.getByText(/^Stored on this phone/)).toBeVisible();
  await phone.context().setOffline(false);
  await expect(guide.getByText(/^Saved\./)).toBeVisible();
  await measureUntil(guide, BIBI, null, () => expectReadable(phone));
  await expect(main(phone)).toContainText("You are done");
  await expectReadable(phone);
}

/** Begins on one phone and is done on another, with the code of the first. */
async function chandraMeasures(first: Page, second: Page, path: string): Promise<void> {
  await agreeOnPhone(first, path);
  await measureUntil(main(first), BIBI, "Seat");
  const code = await main(first).locator("strong.figures").innerText();
  await visit(second, path);
  await expect(main(second)).toContainText("were started on another device");
  await expectReadable(second);
  await main(second).getByLabel("Code").fill(code);
  await press(main(second), "Continue");
  await press(main(second), /With a bust/);
  expect(await shownStep(main(second))).toBe("Seat");
  await measureUntil(main(second), BIBI, null);
  await expect(main(second)).toContainText("You are done");
}

async function deviMeasuresAndShares(phone: Page, path: string): Promise<void> {
  await agreeOnPhone(phone, path);
  await measureUntil(main(phone), DEVI, null);
  await main(phone)
    .getByRole("checkbox", { name: /^I agree that the person/ })
    .check();
  await press(main(phone), /^Share the numbers with/);
  await expect(main(phone)).toContainText("sees your measurements, as you agreed");
  await expectReadable(phone);
}

/** Orders for Bibi without seeing a number; returns the order's page. */
async function orderForBibi(page: Page, email: string): Promise<Page> {
  await visit(page, `${await productPath(page.request, SKIRT)}/made-to-measure`);
  await page.getByText("Bibi, measured by link", { exact: true }).click();
  await expect(main(page)).toContainText("Bibi is done, for Wedding of Asha");
  await expectReadable(page);
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .filter({ visible: true })
    .click();
  await expect(cartSidebar(page)).toContainText(SKIRT);
  const payment = await goToPayment(page, email);
  await payOnTestPage(payment);
  await visit(payment, "/profile/orders");
  await main(payment).getByRole("link", { name: /^View/ }).first().click();
  await expect(main(payment)).toContainText("only Bibi and the atelier read the numbers");
  await expectReadable(payment);
  return payment;
}

customerTest(
  "three people measure by link on their phones, the sender sees who is done and never a number, and orders for one of them",
  { tag: "@phone" },
  async ({ page, browser, baseURL, customer: { email } }) => {
    customerTest.setTimeout(400_000);
    const shop = baseURL ?? "";
    const received = recordResponses(page);
    const [toBibi = "", toChandra = "", toDevi = ""] = await sendLinks(page, PEOPLE);
    await expectReadable(page);
    await using bibi = await anotherPhone(browser, shop);
    bibi.noise.expect(/ERR_INTERNET_DISCONNECTED/);
    await using chandra = await anotherPhone(browser, shop);
    await using chandrasOther = await anotherPhone(browser, shop);
    await using devi = await anotherPhone(browser, shop);
    await customerTest.step("Bibi measures, offline for a moment", () =>
      bibiMeasures(bibi.page, toBibi),
    );
    await visit(page, "/profile/measurements/links");
    await expect(main(page)).toContainText("1 of 3 done");
    await customerTest.step("Chandra continues on another device", () =>
      chandraMeasures(chandra.page, chandrasOther.page, toChandra),
    );
    await customerTest.step("Devi shares her numbers", () =>
      deviMeasuresAndShares(devi.page, toDevi),
    );

    await visit(page, "/profile/measurements/links");
    await expect(main(page)).toContainText("3 of 3 done");
    await expect(person(page, "Bibi")).toContainText("The numbers stay with Bibi");
    await expect(person(page, "Devi")).toContainText("Done and shared");
    await expectReadable(page);
    await visit(page, "/profile/measurements");
    await expect(page.getByRole("region", { name: "Devi" })).toContainText("104 cm");
    await expect(page.getByRole("region", { name: "Bibi" })).toHaveCount(0);

    const order = await customerTest.step("the sender orders for Bibi", () =>
      orderForBibi(page, email),
    );
    const file = await (await order.request.get("/profile/export")).text();
    const all = `${await received()}\n${file}\n${await readMailTo(email)}`;
    expect(all).toContain("measured by link");
    expect(all.match(BIBIS_NUMBER)?.[0]).toBeUndefined();

    await visit(bibi.page, toBibi);
    const ordered = bibi.page.getByRole("region", { name: "Ordered with your measurements" });
    await expect(ordered).toContainText(SKIRT);
    await expect(ordered).toContainText("The atelier has not opened the numbers yet");
    await expectReadable(bibi.page);
  },
);
