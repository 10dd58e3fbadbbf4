import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { toasts } from "#tests/support/browser/locators.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { photograph } from "../support/browser/images.ts";

const LIBRARY = "/admin?tab=media";

/** Unique to test and width. */
const named = (what: string) => `${what}-${test.info().project.name}-${Date.now()}.png`;

async function choose(page: Page, ...names: string[]): Promise<void> {
  const files = await Promise.all(names.map((name) => photograph(name)));
  await page.getByLabel("Files to upload").setInputFiles(files);
}

const entryOf = (page: Page, name: string) =>
  page
    .locator("tr, li")
    .filter({ has: page.getByRole("link", { name, exact: true }) })
    .locator("visible=true");

// Specification 2.132
test("the library is a paginated table or grid at both widths", async ({ page }) => {
  for (const view of ["", "&view=grid"]) {
    await visit(page, LIBRARY + view);
    const look = async () => {
      await expect(page.getByRole("region", { name: "Media Library" })).toBeVisible();
      const files = page.getByRole("link", { name: /\.webp/ }).locator("visible=true");
      await expect(files.first()).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Media, pages" })).toBeVisible();
    };
    await look();
    await onPhone(page, look);
  }
});

// Specification 1.5, 2.132, 8.15, 8.51
test("two files are uploaded with their progress and appear in the library", {
  tag: "@phone",
}, async ({ page }) => {
  const [first, second] = [named("first"), named("second")];
  await visit(page, LIBRARY);
  await choose(page, first, second);
  await expect(page.getByRole("progressbar", { name: `Upload of ${first}` })).toBeVisible();
  await expect(toasts(page).getByText(`${first} uploaded successfully!`)).toBeVisible();
  await expect(toasts(page).getByText(`${second} uploaded successfully!`)).toBeVisible();
  await expect(page.getByText("Upload complete").first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Uploads" })).toHaveCount(0); // cleared after 3 seconds
  await expect(entryOf(page, first)).toHaveCount(1);
  await expect(entryOf(page, second)).toHaveCount(1);
});

test("an interrupted upload continues where it stopped", async ({ page, noise }) => {
  noise.expect(/ERR_CONNECTION_RESET|ERR_FAILED/);
  const name = named("cut");
  const requests: string[] = [];
  let chunks = 0;
  await page.route("**/admin/uploads/**", async (route) => {
    const method = route.request().method();
    requests.push(method);
    if (method === "PATCH") chunks += 1;
    if (method === "PATCH" && chunks === 2) await route.abort("connectionreset");
    else await route.continue();
  });
  await visit(page, LIBRARY);
  await choose(page, name);
  await expect(toasts(page).getByText(`${name} uploaded successfully!`)).toBeVisible();
  // HEAD finds the offset; only the rest is sent.
  expect(requests.filter((method) => method === "HEAD")).toHaveLength(1);
  const { buffer } = await photograph(name);
  expect(chunks).toBe(Math.ceil(buffer.length / (512 * 1024)) + 1);
});

test("an upload says when the file storage does not respond, and goes on by itself when it does", async ({
  page,
  noise,
}) => {
  noise.expect(/503/);
  const name = named("waiting");
  let isAway = true;
  // The route's response in upload-routes.server.test.ts; the storage of the other tests goes on.
  await page.route("**/admin/uploads/*/finish", async (route) => {
    if (!isAway) return route.continue();
    const words = "The file storage does not respond. The file has arrived";
    const headers = { "retry-after": "5" };
    await route.fulfill({
      ...{ status: 503, headers, json: { ok: false, failure: "storage_away", words } },
    });
  });
  await visit(page, LIBRARY);
  await choose(page, name);
  const uploads = page.getByRole("list", { name: "Uploads" });
  await expect(uploads.getByText("The file storage does not respond.")).toBeVisible();
  await expect(entryOf(page, name)).toHaveCount(0);
  isAway = false;
  await expect(toasts(page).getByText(`${name} uploaded successfully!`)).toBeVisible();
  await expect(entryOf(page, name)).toHaveCount(1);
});

// Specification 5.21, 8.14, 9.11
test("an unsupported file and an empty choice each get a message", async ({ page }) => {
  await visit(page, LIBRARY);
  await page.getByLabel("Files to upload").setInputFiles({
    name: "page.html",
    mimeType: "text/html",
    buffer: Buffer.from("<script>alert(1)</script>"),
  });
  await expect(toasts(page).getByText("Failed to upload media")).toBeVisible();
  await expect(page.getByText("File type must be PNG").first()).toBeVisible();
  await page.getByRole("button", { name: "Take page.html off the list" }).click();
  await page.getByLabel("Files to upload").dispatchEvent("cancel");
  await expect(toasts(page).getByText("Please select a file to upload.")).toBeVisible();
});

test("Undo of an alt text holds when it is pressed before the list has loaded again", async ({
  page,
}) => {
  const name = named("undone");
  await visit(page, LIBRARY);
  await choose(page, name);
  await expect(toasts(page).getByText(`${name} uploaded successfully!`)).toBeVisible();
  await visit(page, `${LIBRARY}&q=${name}`);
  const sent: string[] = [];
  const loads = Promise.withResolvers<void>();
  await page.route("**/admin.data*", async (route) => {
    const body = route.request().postData();
    if (body?.includes("describe-media")) sent.push(body);
    else await loads.promise;
    await route.continue();
  });
  const alt = page.getByLabel(`Alt text of ${name}`).locator("visible=true");
  await alt.fill("Noise on ivory");
  await alt.press("Enter");
  await expect(toasts(page)).toContainText("Alt text saved");
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page)).toContainText("Everything is as it was");
  loads.resolve();
  await expect(alt).toHaveValue("");
  expect(sent).toHaveLength(2);
  await page.reload();
  await expect(alt).toHaveValue("");
});
