import type { Browser, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { main } from "#tests/support/browser/locators.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { DRESS_BODY, fullyMeasured, haveMeasured } from "#tests/support/browser/measured-person.ts";
import {
  anotherPhone,
  measureInCm,
  press,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { closedLinkNoise } from "#tests/support/browser/page-noise.ts";
import { goToPayment, payOnTestPage } from "#tests/support/browser/payment.ts";
import { cartSidebar, expectReadable, visit } from "#tests/support/browser/shop.ts";
import type { StoredOrder } from "#tests/support/browser/stored-order.ts";
import {
  contractNumbers,
  expectSays,
  lineFactsOf,
  missingIn,
  storedOrder,
} from "#tests/support/browser/stored-order.ts";
import { endSchedule, tailorAt } from "#tests/support/browser/tailor.ts";
import { finishAtLink } from "#tests/support/measure-links.ts";
import { decodeMail, mailsWith } from "#tests/support/shop/mail-files.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";
import type { Shop } from "#tests/support/shop/shop.ts";

const GOWN = "Kaieteur Gown";
const BRIDESMAIDS = ["Bibi", "Chandra"] as const;
/** Numbers of Bibi's waist, before and after; nobody but her and the atelier reads them. */
const BIBIS_WAIST = /(?<![\w.])(73\.3|75\.1|76\.4)(?![\w.])/;

type Links = Readonly<Record<string, { path: string; code: string }>>;

/** The bride asks both for a dress; each measures herself on her own phone and is done. */
async function inviteBridesmaids(page: Page, shop: Shop): Promise<Links> {
  await visit(page, "/profile/measurements/links");
  await page.getByLabel("Occasion").fill("Wedding of Asha");
  await page.getByLabel("What will be made").selectOption("dress");
  await page.getByLabel("Who", { exact: true }).fill(BRIDESMAIDS.join("\n"));
  await page.getByRole("button", { name: "Make the links" }).click();
  const links: Record<string, { path: string; code: string }> = {};
  for (const name of BRIDESMAIDS) {
    const { pathname } = new URL(await page.getByLabel(`Link for ${name}`).inputValue());
    const { measurementBox, now } = shop;
    const code = await shop.inDatabase((db) =>
      finishAtLink(
        { db, measurementBox, clock: { now } },
        pathname,
        fullyMeasured(name, DRESS_BODY),
      ),
    );
    links[name] = { path: pathname, code };
  }
  return links;
}

/** The same gown for each of the three, chosen by name. */
async function addGowns(page: Page): Promise<void> {
  const path = `${await pathOfProduct(GOWN)}/made-to-measure`;
  for (const name of ["Asha", ...BRIDESMAIDS]) {
    await visit(page, path);
    await expect(main(page).getByText("Asha", { exact: true }).first()).toBeVisible();
    if (name !== "Asha") {
      await page.getByText(`${name}, measured by link`, { exact: true }).click();
      await expect(main(page)).toContainText(`${name} is done, for Wedding of Asha`);
    }
    await page
      .getByRole("button", { name: /^Add to Cart/ })
      .filter({ visible: true })
      .click();
    await expect(cartSidebar(page)).toContainText(`${GOWN} for ${name}`);
  }
}

/** Enters a number on the guide's pad, as often as it asks. */
async function enterWaist(phone: Page, cm: string, times: number): Promise<void> {
  for (let time = 1; time <= times; time += 1) {
    await expect(stepTitle(main(phone))).toContainText(
      time === 1 ? "Waist" : "Waist, a third time",
    );
    for (const key of cm) await press(main(phone), key);
    await press(main(phone), "Next");
  }
}

type Correction = { cm: string; times: number; isQuestioned?: boolean };

/** Bibi corrects her waist in the list of her values, says that it is right where the guide asks, and reads what became of it. */
async function correctWaist(phone: Page, { cm, isQuestioned = false, times }: Correction) {
  await main(phone)
    .getByRole("button", { name: /^Waist\s*7\d/ })
    .click();
  await enterWaist(phone, cm, times);
  if (isQuestioned) await press(main(phone), `${cm} cm is right`);
  const changes = main(phone).getByRole("region", { name: `Your new numbers for the ${GOWN}` });
  await expect(changes).toContainText(`${cm} cm`);
  await expect(changes).toContainText("Nothing is cut before");
}

/** The mails that ask the bride, oldest first. */
const questionsTo = async (email: string, { number }: StoredOrder): Promise<string[]> => {
  const subject = `Bibi has measured again (Demerara Atelier ${number})`;
  return (await mailsWith([`To: ${email}`, `Subject: ${subject}`])).map(decodeMail).toSorted();
};

const proposalIn = (mail: string): string => /\/contract\/[0-9a-f]+/.exec(mail)?.[0] ?? "";

async function bibiOnHerPhone(browser: Browser, shop: Shop, link: Links[string] | undefined) {
  const phone = await anotherPhone(browser, shop.url);
  await visit(phone.page, link?.path ?? "");
  await measureInCm(phone.page);
  await main(phone.page)
    .getByLabel("Code")
    .fill(link?.code ?? "");
  await press(main(phone.page), "Continue");
  await expect(main(phone.page)).toContainText("Thank you, Bibi");
  await main(phone.page).getByText("See or correct the measurements").click();
  await press(main(phone.page), /With a bust/);
  return phone;
}

customerTest(
  "a bride orders three gowns, two by link: each is named by its wearer everywhere, and a bridesmaid who corrects her waist twice gets the last number with the bride's yes",
  async ({ browser, customer: { email }, noise, page, shop }) => {
    noise.expect(closedLinkNoise);
    await endSchedule(shop);
    await haveMeasured(page, "Asha", DRESS_BODY);
    const links = await inviteBridesmaids(page, shop);
    await addGowns(page);
    await visit(page, "/cart");
    await expect(main(page)).toContainText(`${GOWN} for Chandra`);
    const cart = await main(page).innerText();
    const payment = await goToPayment(page, email);
    const paying = await main(payment).innerText();
    await payOnTestPage(payment);
    const order = await storedOrder(shop, email);
    const names = ["Asha", ...BRIDESMAIDS].map((name) => `${GOWN} for ${name}`);
    const lines = lineFactsOf(order.lines);
    const orderPath = `/profile/orders/${order.id}`;

    await customerTest.step(
      "cart, payment, success, mail and order name each gown by its wearer",
      async () => {
        expect(order.lines.map(({ name }) => name)).toEqual(names);
        expect(missingIn(cart, lines)).toEqual([]);
        expect(missingIn(paying, [...lines, order.total])).toEqual([]);
        await expectSays(main(payment), [...lines, order.total]);
        const mail = await readMailTo(email, `Order Confirmed! Demerara Atelier ${order.number}`);
        expect(missingIn(mail, [...lines, order.total])).toEqual([]);
        expect(mail).not.toMatch(BIBIS_WAIST);
        await visit(payment, orderPath);
        await expectSays(main(payment), [...lines, order.total]);
        await expectReadable(payment);
      },
    );

    await using bibi = await bibiOnHerPhone(browser, shop, links.Bibi);
    const { page: phone } = bibi;

    await customerTest.step(
      "Bibi corrects once: the bride is asked and reads no number",
      async () => {
        await correctWaist(phone, { cm: "75.1", times: 1 });
        await expectReadable(phone);
        await expect.poll(async () => (await questionsTo(email, order)).length).toBe(1);
        const [mail = ""] = await questionsTo(email, order);
        expect(mail).toContain("only Bibi and the atelier read the numbers");
        expect(mail).not.toContain("opens your measurements");
        expect(mail).not.toMatch(BIBIS_WAIST);
        await visit(payment, proposalIn(mail));
        await expectSays(main(payment), [
          `A change of your ${GOWN} for Bibi`,
          "Waist",
          "Not shown",
        ]);
        await expect(main(payment)).not.toContainText("can read these measurements");
        expect(await main(payment).innerText()).not.toMatch(BIBIS_WAIST);
        await expectReadable(payment);
      },
    );

    await customerTest.step(
      "and again: the first question is replaced, and the bride agrees to the second",
      async () => {
        const [first = ""] = await questionsTo(email, order);
        await main(phone).getByText("See or correct the measurements").click();
        await correctWaist(phone, { cm: "76.4", times: 2, isQuestioned: true });
        await expect.poll(async () => (await questionsTo(email, order)).length).toBe(2);
        const second = (await questionsTo(email, order)).find((mail) => mail !== first) ?? "";
        await visit(payment, proposalIn(first));
        await expect(payment.getByRole("heading", { level: 1 })).toHaveText(
          "There is a newer proposal",
        );
        await visit(payment, proposalIn(second));
        await payment.getByRole("button", { name: "Approve the change" }).click();
        await expect(payment.getByRole("heading", { level: 1 })).toHaveText(
          "You approved this change",
        );
      },
    );

    await customerTest.step(
      "her contract has the last number, the other two are as they were",
      async () => {
        const numbers = await Promise.all(order.lines.map(({ id }) => contractNumbers(shop, id)));
        expect(numbers.map(({ cm, version }) => [version, cm.waist])).toEqual([
          [1, "73.3 cm"],
          [2, "76.4 cm"],
          [1, "73.3 cm"],
        ]);
        await visit(payment, orderPath);
        const agreed = payment.getByRole("region", { name: "What we agreed" });
        await expect(agreed).toContainText("Version 2");
        await expect(agreed).toContainText("with the change you approved");
        await phone.reload();
        await expect(main(phone)).toContainText("Ordered with your measurements");
        await expect(main(phone)).not.toContainText("Your new numbers");
      },
    );

    await customerTest.step("the atelier's board and order name each wearer too", async () => {
      await using tailor = await tailorAt(browser, shop);
      for (const path of ["/admin/atelier/production", `/admin/orders/${order.id}`]) {
        await visit(tailor.page, path);
        await expectSays(main(tailor.page), names);
      }
    });
  },
);
