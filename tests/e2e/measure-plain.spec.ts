import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { sendLinks } from "#tests/support/browser/measuring-steps.ts";
import { hearNoise, refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { scrollsSideways, visit } from "#tests/support/browser/shop.ts";

const main = (page: Page) => page.getByRole("main");
/** Its own texts: those of a noscript element do not count as the page's. */
const form = (page: Page) => main(page).getByRole("form", { name: "Your measurements" });
const field = (page: Page, name: string) => main(page).getByRole("textbox", { name, exact: true });
const press = (page: Page, name: string) => main(page).getByRole("button", { name }).click();
const marked = (page: Page) => main(page).locator("[aria-invalid=true]");

async function measure(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(values)) await field(page, name).fill(text);
}

customerTest(
  "without JavaScript somebody opens a link, agrees, measures, stops and continues, and the sender sees that they are done",
  { tag: "@phone" },
  async ({ page, browser, baseURL }) => {
    const [path = ""] = await sendLinks(page, ["Bibi"]);
    const context = await browser.newContext({
      ...{ baseURL: baseURL ?? "", viewport: { width: 390, height: 844 }, isMobile: true },
      ...{ javaScriptEnabled: false },
    });
    const noise = hearNoise(baseURL ?? "");
    noise.listenTo(context);
    noise.expect(refusedFormNoise);
    const bibi = await context.newPage();

    await customerTest.step("nothing is stored without consent", async () => {
      await bibi.goto(path);
      await press(bibi, "Agree and start");
      await expect(main(bibi)).toContainText("Please agree, or close this page");
      await main(bibi)
        .getByRole("checkbox", { name: /^I agree that my body/ })
        .check();
      await press(bibi, "Agree and start");
      await expect(field(bibi, "Height")).toHaveAccessibleDescription(/heels against the wall/);
      await expect(form(bibi)).toContainText("Tie a string there and leave it on");
      expect(await scrollsSideways(bibi)).toBe(false);
    });

    await customerTest.step("half is saved, and found again with the link", async () => {
      await measure(bibi, { Height: "166", Waist: "74" });
      await press(bibi, "Save and continue later");
      await expect(form(bibi)).toContainText("continue later with the same link");
      await bibi.goto(path);
      await expect(field(bibi, "Waist")).toHaveValue("74");
    });

    await customerTest.step(
      "every problem is named at its field, and no text is lost",
      async () => {
        await measure(bibi, { Seat: "38.5", "Waist to hips": "11.5", "Waist to seat": "low" });
        await press(bibi, "I am done");
        await expect(form(bibi)).toContainText("Stored. Please look at the fields below");
        await expect(field(bibi, "Waist to seat")).toHaveAccessibleDescription(
          /Please enter a number/,
        );
        await expect(field(bibi, "Waist to knee")).toHaveAccessibleDescription(
          /Please measure this and enter it/,
        );
        await expect(marked(bibi)).toHaveCount(3);
        await expect(field(bibi, "Seat")).toHaveValue("38.5");
        await expect(form(bibi)).toContainText("This looks like inches.");
        await expect(
          main(bibi).getByRole("checkbox", { name: "The seat is right as it is" }),
        ).not.toBeChecked();
        expect(await scrollsSideways(bibi)).toBe(false);
      },
    );

    await customerTest.step("done, corrected, and done again", async () => {
      await measure(bibi, {
        ...{ Seat: "98", "Waist to hips, a second time": "11.7" },
        ...{ "Waist to seat": "20", "Waist to knee": "58" },
      });
      await press(bibi, "I am done");
      await expect(main(bibi)).toContainText("You are done");
      await main(bibi).getByRole("link", { name: "See or correct the measurements" }).click();
      await field(bibi, "Waist to knee").fill("59");
      await press(bibi, "I am done");
      await expect(main(bibi)).toContainText("You are done");
      await main(bibi).getByRole("link", { name: "See or correct the measurements" }).click();
      await expect(field(bibi, "Waist to knee")).toHaveValue("59");
    });

    await context.close();
    expect(noise.unexpected()).toEqual([]);
    await visit(page, "/profile/measurements/links");
    await expect(main(page)).toContainText("1 of 1 done");
  },
);
