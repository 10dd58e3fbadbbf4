import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { photograph } from "#tests/support/browser/images.ts";
import { toasts } from "#tests/support/browser/locators.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

const LIBRARY = "/admin?tab=media";

const picker = (page: Page) => page.getByLabel("Files to upload");

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
  const first = "first.png";
  const second = "second.png";
  await visit(page, LIBRARY);
  const letThrough = await holdResponses(page, "**/admin/uploads/**");
  await picker(page).setInputFiles([await photograph(first), await photograph(second)]);
  await expect(page.getByRole("progressbar", { name: `Upload of ${first}` })).toBeVisible();
  letThrough();
  await expect(toasts(page).getByText(`${first} uploaded successfully!`)).toBeVisible();
  await expect(toasts(page).getByText(`${second} uploaded successfully!`)).toBeVisible();
  await expect(page.getByText("Upload complete").first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Uploads" })).toHaveCount(0); // cleared after 3 seconds
  await expect(entryOf(page, first)).toHaveCount(1);
  await expect(entryOf(page, second)).toHaveCount(1);
});

test("an interrupted upload continues where it stopped", async ({ page, noise }) => {
  noise.expect(/ERR_CONNECTION_RESET|ERR_FAILED/);
  const file = await photograph("cut.png");
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
  await picker(page).setInputFiles(file);
  await expect(toasts(page).getByText("cut.png uploaded successfully!")).toBeVisible();
  // HEAD finds the offset; only the rest is sent.
  expect(requests.filter((method) => method === "HEAD")).toHaveLength(1);
  expect(chunks).toBe(Math.ceil(file.buffer.length / (512 * 1024)) + 1);
});

test("an upload says when the file storage does not respond, and goes on by itself when it does", async ({
  page,
  noise,
}) => {
  noise.expect(/503/);
  const name = "waiting.png";
  let isAway = true;
  // The route's response in upload-routes.server.test.ts.
  await page.route("**/admin/uploads/*/finish", async (route) => {
    if (!isAway) return route.continue();
    const text = "The file storage does not respond. The file has arrived";
    await route.fulfill({
      status: 503,
      headers: { "retry-after": "5" },
      json: { ok: false, failure: "storage_away", text },
    });
  });
  await visit(page, LIBRARY);
  await picker(page).setInputFiles(await photograph(name));
  const uploads = page.getByRole("list", { name: "Uploads" });
  await expect(uploads.getByText("The file storage does not respond.")).toBeVisible();
  await expect(entryOf(page, name)).toHaveCount(0);
  isAway = false;
  await expect(toasts(page).getByText(`${name} uploaded successfully!`)).toBeVisible();
  await expect(entryOf(page, name)).toHaveCount(1);
});

test("after a file is deleted the focus is on the file that took its position", async ({
  page,
}) => {
  await visit(page, LIBRARY);
  const files = [await photograph("gone.png"), await photograph("next.png")];
  for (const file of files.toReversed()) {
    await picker(page).setInputFiles(file);
    await expect(toasts(page).getByText(`${file.name} uploaded successfully!`)).toBeVisible();
  }
  const trash = entryOf(page, "gone.png").getByRole("button", { name: /delete/i });
  await trash.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).press("Enter");
  await expect(entryOf(page, "gone.png")).toHaveCount(0);
  await expect(entryOf(page, "next.png").locator(":focus")).toHaveCount(1);
});

// Specification 5.21, 8.14, 9.11
test("an unsupported file and an empty choice each get a message", async ({ page }) => {
  await visit(page, LIBRARY);
  await picker(page).setInputFiles({
    name: "page.html",
    mimeType: "text/html",
    buffer: Buffer.from("<script>alert(1)</script>"),
  });
  await expect(toasts(page).getByText("Failed to upload media")).toBeVisible();
  await expect(page.getByText("File type must be PNG").first()).toBeVisible();
  await page.getByRole("button", { name: "Take page.html off the list" }).click();
  await picker(page).dispatchEvent("cancel");
  await expect(toasts(page).getByText("Please select a file to upload.")).toBeVisible();
});

test("Undo of an alt text holds when it is pressed before the list has loaded again", {
  tag: "@once-unsteady",
}, async ({ page }) => {
  const name = "bow-tie-1.webp";
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
  const before = await alt.inputValue();
  expect(before).not.toBe("");
  await alt.fill("Noise on ivory");
  await alt.press("Enter");
  await expect(toasts(page)).toContainText("Alt text saved");
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page)).toContainText("Everything is as it was");
  loads.resolve();
  await expect(alt).toHaveValue(before);
  expect(sent).toHaveLength(2);
  await page.reload();
  await expect(alt).toHaveValue(before);
});

// Specification 2.147, 2.148, 2.149, 5.21, 9.21
test("Category Menu Cards show each category's image, file and size in KB", async ({ page }) => {
  await visit(page, "/admin?tab=site-images");
  await expect(page.getByRole("heading", { name: "Site Media Manager" })).toBeVisible();
  const card = page.getByRole("listitem").filter({
    has: page.getByRole("heading", { level: 3, name: "Business Attire" }),
  });
  await expect(card.getByText(/^[\d.]+\.\d\d KB$/)).toBeVisible();
  await expect(card.getByLabel("Replace Image for Business Attire")).toHaveAttribute(
    "accept",
    "image/*",
  );
  await card.getByRole("button", { name: "Upload Image for Business Attire" }).click();
  await expect(card.getByText("Please select a file to upload.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Other Categories" })).toBeVisible();
  await expectReadable(page);
  await onPhone(page, () => expectReadable(page));
});

// Specification 2.149, 8.27
test("the presets are uploaded to four categories, and the toast counts them", async ({ page }) => {
  await visit(page, "/admin?tab=site-images");
  await page.getByRole("button", { name: "Upload Preset Images" }).click();
  await expect(toasts(page).getByText("Preset images uploaded")).toBeVisible();
  await expect(toasts(page).getByText("Successfully uploaded 4 category images")).toBeVisible();
});
