import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { main } from "#tests/support/browser/locators.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import type { TapeValues } from "#tests/support/browser/measuring-steps.ts";
import {
  agreeOnPhone,
  anotherPhone,
  createLinks,
  measureInCm,
  measureUntil,
  press,
  shownStep,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { goToPayment, payOnTestPage } from "#tests/support/browser/payment.ts";
import { openEntry } from "#tests/support/browser/sealed-entries.ts";
import { cartSidebar, expectReadable, visit } from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const SKIRT = "Water Street Pencil Skirt";
const PEOPLE = ["Bibi", "Chandra", "Devi"] as const;

/** Unusual values, to be found wherever they leak. */
const UNUSUAL: TapeValues = {
  Height: "166.3",
  Waist: "101.3",
  Seat: "121.7",
  "Waist to high hip": "11.7",
  "Waist to seat": "20.3",
  "Waist to knee": "58.3",
  "High hip": "110.4",
  "Waist to floor": "104.2",
};
const DEVI: TapeValues = {
  Height: "170",
  Waist: "80",
  Seat: "104",
  "Waist to high hip": "11.7",
  "Waist to seat": "20.3",
  "Waist to knee": "59",
  "High hip": "99",
  "Waist to floor": "106",
};
/**
 * In centimetres, and in millimetres where four digits stand alone: page data counts its parts with up to three, and ids,
 * hashes and times have longer words.
 */
const UNUSUAL_NUMBER = /(?<![\w.-])(1663|1013|1217|166\.3|101\.3|121\.7|58\.3)(?:mm|cm)?(?![\w-])/;

const person = (page: Page, name: string) =>
  main(page).getByRole("listitem").filter({ hasText: name });

/** The sender asks people for a skirt; returns the paths of their links. */
async function sendLinks(page: Page, people: readonly string[]): Promise<string[]> {
  await visit(page, "/profile/measurements/links");
  await page.getByLabel("Occasion").fill("Wedding of Asha");
  await page.getByLabel("What will be made").selectOption("skirt");
  await page.getByLabel("Who", { exact: true }).fill(people.join("\n"));
  await page.getByRole("button", { name: "Make the links" }).click();
  const paths: string[] = [];
  for (const name of people) {
    const url = await page.getByLabel(`Link for ${name}`).inputValue();
    paths.push(new URL(url).pathname);
  }
  return paths;
}

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
  await measureUntil(guide, UNUSUAL, "Seat", () => expectReadable(phone));
  await phone.context().setOffline(true);
  await measureUntil(guide, UNUSUAL, "Waist to seat");
  await expect(guide.getByText(/^Stored on this phone/)).toBeVisible();
  await phone.context().setOffline(false);
  await expect(guide.getByText(/^Saved\./)).toBeVisible();
  await measureUntil(guide, UNUSUAL, null, () => expectReadable(phone));
  await expect(main(phone)).toContainText("You are done");
  await expectReadable(phone);
}

/** Begins on one phone and is done on another, with the code of the first. */
async function chandraMeasures(first: Page, second: Page, path: string): Promise<void> {
  await agreeOnPhone(first, path);
  await measureUntil(main(first), UNUSUAL, "Seat");
  const code = await main(first).locator("strong.figures").innerText();
  await visit(second, path);
  await measureInCm(second);
  await expect(main(second)).toContainText("were started on another device");
  await expectReadable(second);
  await main(second).getByLabel("Code").fill(code);
  await press(main(second), "Continue");
  await press(main(second), /With a bust/);
  expect(await shownStep(main(second))).toBe("Seat");
  await measureUntil(main(second), UNUSUAL, null);
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
  await visit(page, `${await pathOfProduct(SKIRT)}/made-to-measure`);
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
  await main(payment).getByRole("link", { name: /^View/ }).click();
  await expect(main(payment)).toContainText("only Bibi and the atelier read the numbers");
  await expectReadable(payment);
  return payment;
}

customerTest(
  "three people measure by link on their phones, the sender sees who is done and never a number, and orders for one of them",
  { tag: "@phone" },
  async ({ page, browser, shop, customer: { email } }) => {
    customerTest.setTimeout(400_000);
    const received = recordResponses(page);
    const [toBibi = "", toChandra = "", toDevi = ""] = await sendLinks(page, PEOPLE);
    await expectReadable(page);
    await using bibi = await anotherPhone(browser, shop.url);
    bibi.noise.expect(/ERR_INTERNET_DISCONNECTED/);
    await using chandra = await anotherPhone(browser, shop.url);
    await using chandrasOther = await anotherPhone(browser, shop.url);
    await using devi = await anotherPhone(browser, shop.url);
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
    expect(all.match(UNUSUAL_NUMBER)?.[0]).toBeUndefined();

    await visit(bibi.page, toBibi);
    const ordered = bibi.page.getByRole("region", { name: "Ordered with your measurements" });
    await expect(ordered).toContainText(SKIRT);
    await expect(ordered).toContainText("The atelier has not opened the numbers yet");
    await expectReadable(bibi.page);
  },
);

/** Everything but the last value. */
const BIBI: TapeValues = {
  Height: "166",
  Waist: "74",
  Seat: "98",
  "High hip": "94",
  "Waist to high hip": "11.5",
  "Waist to seat": "20",
  "Waist to knee": "58",
};

/** Lets each request of the intent fail, as a weak network does. */
async function loseRequests(page: Page, intent: string): Promise<() => Promise<void>> {
  const isIt = (body: string | null) => new URLSearchParams(body ?? "").get("intent") === intent;
  await page.route("**/measure/**", (route) =>
    isIt(route.request().postData()) ? route.abort() : route.continue(),
  );
  return () => page.unroute("**/measure/**");
}

const thanks = (page: Page) => page.getByRole("heading", { level: 1, name: "Thank you, Bibi" });

/** The phone forgets the figure once everything is sent, which may be at any moment. */
async function openValues(page: Page): Promise<void> {
  await page.getByRole("link", { name: "See or correct the measurements" }).click();
  const shape = main(page).getByRole("button", { name: /With a bust/ });
  const value = main(page).getByRole("button", { name: /^Waist to knee/ });
  await expect(shape.or(value)).toBeVisible();
  if (await shape.isVisible()) await press(main(page), /With a bust/);
}

/** The browser passes on what a page stored after a moment, which ends with a page that is killed. */
async function reaches(page: Page, text: string): Promise<void> {
  const entered = async () => {
    const names = await page.evaluate(() => Object.keys(localStorage));
    const name = names.find((each) => each.startsWith("sealed-measure-link"));
    return name ? openEntry(page, name.replace("sealed-", "")) : "";
  };
  await expect.poll(entered).toContain(`"${text}"`);
}

customerTest.describe("measuring behind a link", { tag: "@phone" }, () => {
  customerTest(
    "the last value reaches the shop with the finish when its own save fails",
    async ({ browser, customer, shop }) => {
      const [path = ""] = await createLinks(customer, ["Bibi"]);
      await using phone = await anotherPhone(browser, shop.url);
      phone.noise.expect(/ERR_FAILED/);
      const { page } = phone;
      await agreeOnPhone(page, path);
      await measureUntil(main(page), BIBI, "Waist to floor");
      const restore = await loseRequests(page, "save");
      for (const key of "104") await press(main(page), key);
      await press(main(page), "Next");
      await expect(thanks(page)).toBeVisible();
      await restore();
      await visit(page, path);
      await openValues(page);
      await expect(
        main(page).getByRole("button", { name: /^Waist to floor 104 cm/ }),
      ).toBeVisible();
      await expectReadable(page);
    },
  );

  customerTest(
    "a correction that cannot be sent stays on the phone and is sent later",
    async ({ browser, customer, shop }) => {
      const [path = ""] = await createLinks(customer, ["Bibi"]);
      await using phone = await anotherPhone(browser, shop.url);
      phone.noise.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
      let { page } = phone;
      await agreeOnPhone(page, path);
      await measureUntil(main(page), { ...BIBI, "Waist to floor": "104" }, null);
      await openValues(page);
      await press(main(page), /^Waist to knee 58 cm/);
      await expect(stepTitle(main(page))).toContainText("Waist to knee");
      const context = page.context();
      const later = await context.newPage();
      await later.goto("/robots.txt");
      await context.setOffline(true);
      await main(page).getByRole("textbox", { name: "Waist to knee" }).fill("60");
      await press(main(page), "Next");
      await expect(main(page).getByText(/^Stored on this phone/)).toBeVisible();
      await reaches(later, "60");
      // The phone is put away without a connection.
      await page.close();
      await context.setOffline(false);
      page = later;
      await visit(page, path);
      await openValues(page);
      const corrected = () => main(page).getByRole("button", { name: /^Waist to knee 60 cm/ });
      await expect(corrected()).toBeVisible();
      await expect(main(page).getByText(/^Saved\./)).toBeVisible();
      await page.evaluate(() => localStorage.clear());
      await measureInCm(page);
      await visit(page, path);
      await openValues(page);
      await expect(corrected()).toBeVisible();
    },
  );
});
