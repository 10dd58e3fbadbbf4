import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { photograph } from "#tests/support/browser/pictures.ts";
import { scrollsSideways, visit } from "#tests/support/browser/shop.ts";

const LIBRARY = "/admin?tab=media";

/** A name no other test and no other width has. */
const named = (what: string) => `${what}-${test.info().project.name}-${Date.now()}.png`;

async function choose(page: Page, ...names: string[]): Promise<void> {
  const files = await Promise.all(names.map((name) => photograph(name)));
  await page.getByLabel("Files to upload").setInputFiles(files);
}

const told = (page: Page, words: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(words);

/** The item's place in the list, as a row of the table or as a card. */
const entryOf = (page: Page, name: string) =>
  page
    .locator("tr, li")
    .filter({ has: page.getByRole("link", { name, exact: true }) })
    .locator("visible=true");

async function search(page: Page, name: string): Promise<void> {
  await visit(page, `${LIBRARY}&q=${name}`);
  await expect(entryOf(page, name)).toHaveCount(1);
}

for (const view of ["table", "grid"]) {
  test(`the library shows itself as a ${view}, readable for everybody and within the screen`, async ({
    page,
  }) => {
    await visit(page, view === "grid" ? `${LIBRARY}&view=grid` : LIBRARY);
    await expect(page.getByRole("region", { name: "Media Library" })).toBeVisible();
    await expect(
      page
        .getByRole("link", { name: /\.webp/ })
        .locator("visible=true")
        .first(),
    ).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Media, pages" })).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);
    await expectAccessible(page);
  });
}

test("two files are sent with their progress, say so, and stand in the library", async ({
  page,
}) => {
  const [first, second] = [named("first"), named("second")];
  await visit(page, LIBRARY);
  await choose(page, first, second);
  await expect(page.getByRole("progressbar", { name: `Upload of ${first}` })).toBeVisible();
  await expect(told(page, `${first} uploaded successfully!`)).toBeVisible();
  await expect(told(page, `${second} uploaded successfully!`)).toBeVisible();
  await expect(page.getByText("Upload complete").first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Uploads" })).toHaveCount(0); // cleared after 3 seconds
  await expect(entryOf(page, first)).toHaveCount(1);
  await expect(entryOf(page, second)).toHaveCount(1);
});

test("an upload that is cut off goes on from where it stopped", { tag: "@once" }, async ({
  page,
  noise,
}) => {
  noise.expect(/ERR_CONNECTION_RESET|ERR_FAILED/);
  const name = named("cut");
  const asked: string[] = [];
  let pieces = 0;
  await page.route("**/admin/uploads/**", async (route) => {
    const method = route.request().method();
    asked.push(method);
    if (method === "PATCH") pieces += 1;
    if (method === "PATCH" && pieces === 2) await route.abort("connectionreset");
    else await route.continue();
  });
  await visit(page, LIBRARY);
  await choose(page, name);
  await expect(told(page, `${name} uploaded successfully!`)).toBeVisible();
  // The shop is asked once how much it has, and only the rest is sent.
  expect(asked.filter((method) => method === "HEAD")).toHaveLength(1);
  const { buffer } = await photograph(name);
  expect(pieces).toBe(Math.ceil(buffer.length / (512 * 1024)) + 1);
});

test("what cannot be taken is refused in words, and nothing chosen is said", {
  tag: "@once",
}, async ({ page }) => {
  await visit(page, LIBRARY);
  await page.getByLabel("Files to upload").setInputFiles({
    name: "page.html",
    mimeType: "text/html",
    buffer: Buffer.from("<script>alert(1)</script>"),
  });
  await expect(told(page, "Failed to upload media")).toBeVisible();
  await expect(page.getByText("File type must be PNG").first()).toBeVisible();
  await page.getByRole("button", { name: "Take page.html off the list" }).click();
  await page.getByLabel("Files to upload").dispatchEvent("cancel");
  await expect(told(page, "Please select a file to upload.")).toBeVisible();
});

test("an alt text is written where it stands, and taken back", { tag: "@once" }, async ({
  page,
}) => {
  const name = named("alt");
  await visit(page, LIBRARY);
  await choose(page, name);
  await expect(told(page, `${name} uploaded successfully!`)).toBeVisible();
  await search(page, name);
  const field = page.getByLabel(`Alt text of ${name}`).locator("visible=true");
  await field.fill("Noise on ivory");
  await field.press("Enter");
  await expect(told(page, "Alt text saved")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(field).toHaveValue("");
});

test("what nothing shows is deleted after a question; what the shop shows names its places", {
  tag: "@once",
}, async ({ page, noise }) => {
  const name = named("doomed");
  await visit(page, LIBRARY);
  await choose(page, name);
  await expect(told(page, `${name} uploaded successfully!`)).toBeVisible();
  await search(page, name);
  await entryOf(page, name)
    .getByRole("button", { name: `Delete ${name}` })
    .click();
  const question = page.getByRole("alertdialog", { name: "Are you sure?" });
  await expect(question).toContainText("This action cannot be undone.");
  await page.route("**/admin/media/delete", (route) => route.abort(), { times: 1 });
  noise.expect(/ERR_FAILED/);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(told(page, "Failed to delete media")).toBeVisible();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(told(page, `${name} deleted`)).toBeVisible();
  await expect(page.getByText("Nothing matches")).toBeVisible();

  const used = "bow-tie-1.webp";
  await search(page, used);
  await entryOf(page, used)
    .getByRole("button", { name: `Delete ${used}` })
    .click();
  const warning = page.getByRole("dialog", { name: `${used} is in use` });
  await expect(warning).toContainText("This action cannot be undone.");
  await expect(warning.getByRole("link", { name: "Promenade Bow Tie" })).toBeVisible();
  await expectAccessible(page);
  await warning.getByRole("button", { name: "Cancel" }).click();
  await expect(entryOf(page, used)).toHaveCount(1);
});
