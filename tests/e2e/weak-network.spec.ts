import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { productPath, scriptRuns } from "#tests/support/browser/shop.ts";

// An earlier visit's storage hides this one's.
test.use({ reuseContext: false });

const SCRIPTS = /\/assets\/[^/]+\.js$/;

test("the page is visible before its script arrives", { tag: "@phone" }, async ({
  page,
  request,
}) => {
  const requests: string[] = [];
  page.on("request", (each) => requests.push(new URL(each.url()).pathname));
  await page.goto(await productPath(request, "Kaieteur Gown"));
  await scriptRuns(page);
  const firstScript = requests.findIndex((path) => SCRIPTS.test(path));
  const painted = requests.slice(0, firstScript);
  expect(painted.some((path) => path.endsWith(".css"))).toBe(true);
  expect(painted.some((path) => path.endsWith(".woff2"))).toBe(true);
  expect(painted.some((path) => path.startsWith("/images/"))).toBe(true);
});

test("a tap before the script has arrived takes effect when it runs", { tag: "@phone" }, async ({
  page,
  request,
}) => {
  let deliver: () => void = () => undefined;
  const arrives = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(SCRIPTS, async (route) => {
    await arrives;
    await route.continue();
  });
  await page.goto(await productPath(request, "Kaieteur Gown"));
  const add = page.getByRole("button", { name: "Add to Cart" }).filter({ visible: true });
  await add.click();
  await expect(add).toHaveAttribute("data-held", "");
  await expect(page.getByText("Please choose a size")).toBeHidden();
  deliver();
  await expect(page.getByText("Please choose a size").first()).toBeVisible();
  await expect(add).not.toHaveAttribute("data-held");
});

test("an email entered at checkout before the script has arrived stays", { tag: "@phone" }, async ({
  page,
}) => {
  let deliver: () => void = () => undefined;
  const arrives = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(SCRIPTS, async (route) => {
    await arrives;
    await route.continue();
  });
  await page.goto("/checkout", { waitUntil: "commit" });
  await page.getByLabel("Email").fill("rosa@example.org");
  deliver();
  await scriptRuns(page);
  await expect(page.getByRole("main").getByText("Your cart is empty").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("rosa@example.org");
});
