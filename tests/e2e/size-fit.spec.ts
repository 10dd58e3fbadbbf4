import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { openProduct } from "#tests/support/browser/shop.ts";

test.use({ reuseContext: false });

const GOWN = "Kaieteur Gown";

const questions = (page: Page) => page.getByRole("dialog", { name: "Find my size" });

async function openSizes(page: Page): Promise<void> {
  await openProduct(page, GOWN);
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

/** Answers as the page stores them, in mm and grams. */
async function remember(page: Page, values: Record<string, number>): Promise<void> {
  const answers = Object.entries(values).map(([name, value]) => [
    name,
    { value, entered: String(value / 10), unit: "cm" },
  ]);
  await page.addInitScript(
    (stored) => {
      localStorage.setItem("size-entries", stored);
      localStorage.setItem("measurement-unit", "cm");
    },
    JSON.stringify(Object.fromEntries(answers)),
  );
}

const sizeRadio = (page: Page, name: string) =>
  page.getByRole("group", { name: "Available Sizes" }).getByRole("radio", { name });

test("three answers find a size, say how sure it is, and mark its button; a reload remembers them", {
  tag: "@both",
}, async ({ page }) => {
  await openQuestions(page);
  await respond(page, /^Height/, "168");
  await expect(questions(page).getByRole("status")).toContainText(
    "in 10 people with these answers",
  );
  await respond(page, /^Weight/, "9000");
  await expect(questions(page).getByText("We expect between 27 kg and 320 kg here.")).toBeVisible();
  await respond(page, /^Weight/, "62");
  await respond(page, /^(Chest|Waist|Seat)/, "94");
  await expect(questions(page).getByRole("status")).toContainText(/Your size: (S|M|L)/);
  await expectAccessible(page);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  const choose = questions(page).getByRole("button", { name: /^Choose (S|M|L|XL)$/ });
  const size = (await choose.textContent())?.replace("Choose ", "") ?? "";
  await choose.click();
  await expect(sizeRadio(page, `${size} Your size`)).toBeChecked();
  await page.reload();
  await page.getByRole("button", { name: "Guyana Sales" }).scrollIntoViewIfNeeded();
  await expect(page.getByText(`Your size: ${size}`)).toBeVisible();
  await expect(sizeRadio(page, `${size} Your size`)).toBeVisible();
  await expectAccessible(page);
  expect(sent.filter((body) => body.includes("168"))).toEqual([]);
});

test("known measurements mark the size and name the tight place, in cm and in inches", {
  tag: "@both",
}, async ({ page }) => {
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

test("a body outside the chart is offered Custom", { tag: "@both" }, async ({ page }) => {
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

test("measured people advise a size: the chosen person's measurements decide, and a reload remembers whose", {
  tag: "@both",
}, async ({ page }) => {
  const at = "2026-01-05T10:00:00.000Z";
  const reading = (value: number) => [
    { value, entered: String(value / 10), unit: "cm", at, source: "self", confirmed: false },
  ];
  const person = (last: number, name: string, girths: readonly number[]) => {
    const [chest = 0, waist = 0, seat = 0] = girths;
    const readings = { chest: reading(chest), waist: reading(waist), seat: reading(seat) };
    const profile = {
      ...{ id: `0198f000-0000-7000-8000-00000000000${last}`, label: { value: name, at } },
      ...{ posture: null, shoulders: null, notes: null, readings },
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
  await page.getByRole("button", { name: "Guyana Sales" }).scrollIntoViewIfNeeded();
  await expect(page.getByText("Measured: Anna.")).toBeVisible();
  await expect(sizeRadio(page, "Custom Your size")).toBeAttached();
});
