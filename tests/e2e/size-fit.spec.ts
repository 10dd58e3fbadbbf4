import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { main } from "#tests/support/browser/locators.ts";
import { haveMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { ownerTest } from "#tests/support/browser/owner.ts";
import { storedText } from "#tests/support/browser/sealed-entries.ts";
import {
  cartSidebar,
  expectReadable,
  openProduct,
  storedCart,
  tile,
  visit,
} from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const GOWN = "Kaieteur Gown";

const questions = (page: Page) => page.getByRole("dialog", { name: "Find my size" });

async function openSizes(page: Page): Promise<void> {
  await openProduct(page, GOWN);
  await scrollToSizes(page);
}

/** The advice is loaded when its place comes near. */
async function scrollToSizes(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Guyana Sales" }).scrollIntoViewIfNeeded();
}

async function openQuestions(page: Page): Promise<void> {
  await openSizes(page);
  await page.getByRole("button", { name: "Find my size" }).click();
  await questions(page).getByText("cm", { exact: true }).click();
}

async function respond(page: Page, label: RegExp, text: string): Promise<void> {
  await questions(page).getByLabel(label).fill(text);
  await questions(page).getByRole("button", { name: "Next" }).click();
}

/** Answers as earlier versions stored them, in mm and grams. */
async function remember(page: Page, values: Record<string, number>): Promise<void> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    { value, entered: String(value / 10), unit: "cm" },
  ]);
  await page.addInitScript(
    (stored) => {
      localStorage.setItem("size-entries", stored);
      localStorage.setItem("measurement-unit", "cm");
    },
    JSON.stringify(Object.fromEntries(entries)),
  );
}

const sizeRadio = (page: Page, name: string | RegExp) =>
  page.getByRole("group", { name: "Available Sizes" }).getByRole("radio", { name });

test("no size is named before it is likelier than any other; then it says how sure it is, marks its button, and a reload remembers", {
  tag: "@phone",
}, async ({ page }) => {
  await openQuestions(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    const body = request.postData();
    if (body) sent.push(body);
  });
  await respond(page, /^Height/, "168");
  const status = questions(page).getByRole("status");
  await expect(status).toContainText("Not certain yet");
  await expect(status).toContainText("The weight is what we would like to know next");
  await expect(questions(page).getByRole("button", { name: /^Choose / })).toHaveCount(0);
  await expect(sizeRadio(page, /Your size$/)).toHaveCount(0);
  await respond(page, /^Weight/, "9000");
  await expect(questions(page).getByText("We expect between 27 kg and 320 kg here.")).toBeVisible();
  await respond(page, /^Weight/, "62");
  await expect(status).toContainText("Not certain yet: S or M");
  await respond(page, /^(Chest|Waist|Seat)/, "94");
  await expect(status).toContainText(/Your size: (S|M|L)/);
  await expect(status).toContainText("in 10 people with these answers");
  await expectAccessible(page);
  const choose = questions(page).getByRole("button", { name: /^Choose (S|M|L|XL)$/ });
  const size = (await choose.textContent())?.replace("Choose ", "") ?? "";
  await choose.click();
  await expect(sizeRadio(page, `${size} Your size`)).toBeChecked();
  expect(await storedText(page, "size-entries")).toMatch(/^sealed:/);
  await page.reload();
  await scrollToSizes(page);
  await expect(page.getByText(`Your size: ${size}`)).toBeVisible();
  await expect(sizeRadio(page, `${size} Your size`)).toBeVisible();
  await expectAccessible(page);
  expect(sent, "nothing of the answers leaves the browser").toEqual([]);
});

test("known measurements mark the size and name the tight place, in cm and in inches", async ({
  page,
}) => {
  await remember(page, { chest: 940, waist: 790, seat: 1_100 });
  await openSizes(page);
  await expect(sizeRadio(page, "XL Your size")).toBeAttached();
  await expect(page.getByText(/L would be 3 cm tight at the seat/)).toBeVisible();
  await page.getByRole("button", { name: "How it fits, and change my answers" }).click();
  const fits = questions(page).getByRole("region", { name: "How XL fits" });
  await expect(fits.getByText("7.5 cm loose")).toBeVisible();
  await questions(page).getByText("inches", { exact: true }).click();
  await expect(fits.getByText("3 in loose")).toBeVisible();
  await questions(page).getByRole("button", { name: "Change Chest" }).click();
  await questions(page).getByLabel("Chest (in)").fill("42 1/2");
  await questions(page).getByRole("button", { name: "Change", exact: true }).click();
  await expect(fits.getByText("3 in loose")).toBeHidden();
  await questions(page).getByRole("button", { name: "Forget my answers" }).click();
  await expect(questions(page).getByLabel("Height (in)")).toBeVisible();
});

test("a tap on Find my size opens the questions, also while the advice is still on its way", {
  tag: "@phone",
}, async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/size-fit-[^/]*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await openProduct(page, GOWN);
  const path = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Find my size" }).click();
  resolve();
  await expect(questions(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path);
});

test("the size dialog of a card marks the size that the product's page advises", async ({
  page,
}) => {
  await remember(page, { chest: 940, waist: 790, seat: 1_100 });
  await visit(page, "/collections/evening-elegance");
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name: GOWN }) });
  await card.getByRole("button", { name: /^Choose a size/ }).click();
  const dialog = page.getByRole("dialog", { name: GOWN });
  await expect(dialog.getByRole("radio", { name: "XL Your size" })).toBeAttached();
});

test("a body outside the chart is offered Custom", { tag: "@phone" }, async ({ page }) => {
  await remember(page, { chest: 1_300, waist: 1_200, seat: 1_400 });
  await openSizes(page);
  await expect(page.getByText("No size fits: you are above the largest.")).toBeVisible();
  await expect(sizeRadio(page, "Custom Your size")).toBeAttached();
  await page
    .getByText("Custom is cut to your own measurements.")
    .locator("..")
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(/made-to-measure/);
});

test("measured people advise a size: the chosen person's measurements decide, and a reload remembers whose", async ({
  page,
}) => {
  const at = "2026-01-05T10:00:00.000Z";
  const reading = (value: number) => [
    { value, entered: String(value / 10), unit: "cm", at, source: "self", confirmed: false },
  ];
  const person = (last: number, name: string, girths: readonly number[]) => {
    const [chest = 0, waist = 0, seat = 0] = girths;
    const readings = { chest: reading(chest), waist: reading(waist), seat: reading(seat) };
    const profile = {
      id: `0198f000-0000-7000-8000-00000000000${last}`,
      label: { value: name, at },
      posture: null,
      shoulders: null,
      notes: null,
      readings,
    };
    return { profile, owner: null, revision: null, unsent: true };
  };
  const people = [person(1, "Me", [940, 790, 1_100]), person(2, "Anna", [1_300, 1_200, 1_400])];
  await page.addInitScript(
    (stored) => {
      localStorage.setItem("measured-people", stored);
      localStorage.setItem("measurement-unit", "cm");
    },
    JSON.stringify({ people, account: null, consent: null }),
  );
  await openSizes(page);
  await expect(sizeRadio(page, "XL Your size")).toBeAttached();
  await expect(page.getByText("Measured: Me.")).toBeVisible();
  await expect(page.getByText(/L would be 3 cm tight at the seat/)).toBeVisible();
  await page.getByRole("button", { name: "How it fits, and for whom" }).click();
  await expect(questions(page).getByRole("region", { name: "How XL fits" })).toContainText(
    "7.5 cm loose",
  );
  await expectAccessible(page);
  await questions(page).getByRole("radio", { name: "Anna" }).check();
  await expect(questions(page).getByRole("status")).toContainText("No size fits");
  await page.keyboard.press("Escape");
  await page.reload();
  await scrollToSizes(page);
  await expect(page.getByText("Measured: Anna.")).toBeVisible();
  await expect(sizeRadio(page, "Custom Your size")).toBeAttached();
});

const SHIRT = "Savannah Linen Shirt";

/** The picture has arrived and is no broken image. */
async function expectDrawn(image: Locator): Promise<void> {
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((each) => each instanceof HTMLImageElement && each.naturalWidth))
    .toBeGreaterThan(0);
}

test("the fit page shows the garment in the chosen color, and a picture of each option", async ({
  page,
}) => {
  const path = await pathOfProduct(SHIRT);
  await visit(page, path);
  const color = page.getByRole("group", { name: "Available Colors" }).locator("label").nth(1);
  const name = (await color.innerText()).trim();
  const sources: (string | null)[] = [];
  for (const query of ["", `?color=${encodeURIComponent(name)}`]) {
    await visit(page, `${path}/made-to-measure${query}`);
    const garment = main(page).getByRole("img", { name: /./ }).filter({ visible: true }).first();
    await expectDrawn(garment);
    sources.push(await garment.evaluate((each) => (each as HTMLImageElement).currentSrc));
  }
  expect(new Set(sources).size, "each color has its own image").toBe(2);

  const collar = page.getByRole("group", { name: "Collar" });
  const tiles = collar.locator("label");
  const images = collar.locator("label img");
  expect(await images.count()).toBeGreaterThan(1);
  await expect(images).toHaveCount(await tiles.count());
  for (const image of await images.all()) await expectDrawn(image);
});

test("a saved product is ordered as Custom from the wishlist, and stays saved", {
  tag: "@phone",
}, async ({ page }) => {
  await haveMeasured(page, "Me", SHIRT_BODY);
  await openProduct(page, SHIRT);
  await page
    .getByRole("button", { name: `Save ${SHIRT}`, exact: true })
    .first()
    .click();
  await visit(page, "/wishlist");
  await page.getByRole("button", { name: `Add to Cart: ${SHIRT}` }).click();
  const dialog = page.getByRole("dialog", { name: SHIRT });
  await tile(dialog, "Available Sizes", "Custom").click();
  await expect(dialog).toContainText("From $279.00");
  await expect(dialog.getByRole("button", { name: "Add to Cart" })).toHaveCount(0);
  await dialog.getByRole("link", { name: "Give Your Measurements" }).click();
  await expect(page).toHaveURL(/\/made-to-measure\?color=/);
  expect(await storedCart(page)).toBeNull();
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .filter({ visible: true })
    .click();
  await expect(cartSidebar(page)).toContainText("$279.00");
  expect(await storedCart(page)).toMatchObject([
    { size: "Custom", quantity: 1, specification: expect.any(String) },
  ]);
  await visit(page, "/wishlist");
  await expect(main(page).getByRole("heading", { level: 2 })).toHaveText([SHIRT]);
});

ownerTest(
  "the color of a cloth is picked without knowing a code, and the list shows it",
  async ({ page, noise }) => {
    noise.expect(/status of 422/);
    const cloth = "Canje drill";
    await visit(page, "/admin/atelier/cloth/new");
    await page.getByLabel("Name").fill(cloth);
    const code = page.getByRole("textbox", { name: /^Color/ });
    await code.fill("green");
    await page.getByRole("button", { name: "Add the cloth" }).click();
    await expect(code).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Pick the color").fill("#1f6f54");
    await expect(code).toHaveValue("#1F6F54");
    await expectReadable(page);
    await page.getByRole("button", { name: "Add the cloth" }).click();
    await expect(page.getByRole("heading", { level: 1, name: cloth })).toBeVisible();
    await expect(page.getByLabel("Pick the color")).toHaveValue("#1f6f54");
    await visit(page, "/admin/atelier/cloth");
    const row = page.getByRole("listitem").filter({ hasText: cloth });
    await expect(row.locator("[data-color]")).toHaveCSS("background-color", "rgb(31, 111, 84)");
  },
);

ownerTest(
  "what the owner's finished garments measure decides the size advice in the place of the chart",
  { tag: "@once-unsteady" },
  async ({ page }) => {
    const name = "Cathedral White Shirt";
    const path = await pathOfProduct(name);
    await remember(page, { chest: 900, waist: 760, hips: 900 });
    const advised = async () => {
      await openProduct(page, name);
      await scrollToSizes(page);
      const radio = sizeRadio(page, /Your size$/);
      await expect(radio).toBeAttached();
      return radio.getAttribute("value");
    };
    const byChart = await advised();

    const measures = `/admin/products/measurements/${path.split("/").at(-1)}`;
    const enter = async (first: number | null) => {
      await visit(page, measures);
      const groups = page.getByRole("group", { name: /^Size / });
      for (const [index, group] of (await groups.all()).entries()) {
        const girth = first === null ? "" : String(first + 6 * index);
        await group.getByLabel("Chest (cm)").fill(girth);
      }
      await page.getByRole("button", { name: "Save measurements" }).click();
      await expect(page.getByText("The measurements are saved.").first()).toBeVisible();
    };
    // Cut so closely that the usual size is too tight.
    await enter(84);
    const byGarment = await advised();
    expect(byGarment).not.toBe(byChart);
    await enter(null);
    expect(await advised()).toBe(byChart);
  },
);
