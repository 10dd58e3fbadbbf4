import { open, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test as shopTest } from "./fixtures.ts";
import { visit } from "./shop.ts";

/** Set in playwright.config.ts. */
export const OWNER = { username: "owner", password: "tape-and-chalk-1966" };

export async function signIn(page: Page, password = OWNER.password): Promise<void> {
  await page.getByLabel("Username").fill(OWNER.username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Access CMS" }).click();
}

async function saveSession(browser: Browser, shop: string, file: string): Promise<void> {
  const page = await browser.newPage({ baseURL: shop });
  await visit(page, "/login");
  await signIn(page);
  await expect(page).toHaveURL(/\/admin$/);
  const session = await page.context().storageState();
  await page.context().close();
  await writeFile(`${file}.new`, JSON.stringify(session));
  await rename(`${file}.new`, file);
}

/** Sign-ins are limited: workers share a session. */
async function sharedSession(browser: Browser, shop: string): Promise<string> {
  const file = join(process.env.E2E_DATA_DIR ?? "", `owner-session-${new URL(shop).port}.json`);
  const isFirst = await open(`${file}.taken`, "wx").then(
    (handle) => handle.close().then(() => true),
    () => false,
  );
  if (isFirst) await saveSession(browser, shop, file);
  const read = () => readFile(file, "utf8").catch(() => "");
  await expect.poll(read, { message: "the owner's session" }).not.toBe("");
  return file;
}

export const ownerTest = shopTest.extend<{ ownerSession: string }>({
  ownerSession: async ({ browser, baseURL }, use) =>
    use(await sharedSession(browser, baseURL ?? "")),
  storageState: ({ ownerSession }, use) => use(ownerSession),
});

/** Unused by earlier attempts. */
export function uniqueName(name: string): string {
  const { retry, project } = shopTest.info();
  const width = project.name.endsWith("phone") ? "Small" : "Wide";
  return [name, width, ...(retry > 0 ? [`Attempt ${retry + 1}`] : [])].join(" ");
}
