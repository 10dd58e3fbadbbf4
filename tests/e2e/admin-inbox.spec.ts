import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { anotherSession, inShopDatabase } from "#tests/support/browser/customer.ts";
import { main } from "#tests/support/browser/locators.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { ownerTest } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { addInquiry } from "#tests/support/inbox.ts";
import { staffMember } from "#tests/support/production.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

const GOWN = "Kaieteur Gown";

type Inquiry = { path: string; email: string; name: string };

const test = ownerTest.extend<{ inquiry: Inquiry }>({
  inquiry: async ({ baseURL }, use) => {
    const email = newEmail();
    const halfAnHourAgo = new Date(currentShop().now().getTime() - 1_800_000);
    const sent = {
      firstName: "Zara",
      lastName: "Persaud",
      email,
      additionalNotes: "Is it lined?",
      createdAt: halfAnHourAgo,
    };
    const id = await inShopDatabase(baseURL ?? "", (db) => addInquiry(db, sent));
    await use({ path: `/admin/inbox/${id}`, email, name: "Zara Persaud" });
  },
});

test("an inquiry is found from the admin's home page and opened for a reply with the keyboard", {
  tag: "@once-unsteady",
}, async ({ page, inquiry: { email, name, path } }) => {
  await visit(page, "/admin/overview");
  await page.getByRole("link", { name: /^To answer \d/ }).press("Enter");
  await expect(page).toHaveURL(/\/admin\/inbox\?status=new$/);
  await visit(page, `/admin/inbox?status=new&q=${encodeURIComponent(email)}`);
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("answer within 23 h");
  await expectAccessible(page);
  await onPhone(page, () => expectReadable(page));
  await page.getByRole("link", { name, exact: true }).focus();
  await page.keyboard.press("r");
  await expect(page).toHaveURL(new RegExp(`${path}($|[?#])`));
  await expect(page.getByRole("heading", { level: 1, name: GOWN })).toBeVisible();
  await expect(page.getByLabel(`Your answer to ${name}`)).toBeFocused();
  await expect(page.getByRole("link", { name: "+592 555 0100" })).toHaveAttribute(
    "href",
    "tel:+5925550100",
  );
  await expectAccessible(page);
  await onPhone(page, () => expectReadable(page));
});

test("a reply survives a look elsewhere and a lost connection, and is sent once", async ({
  page,
  noise,
  inquiry: { email, name, path },
}) => {
  noise.expect(cutOffNoise);
  await visit(page, path);
  await page.getByRole("button", { name: "It is here" }).press("Enter");
  const reply = page.getByLabel(`Your answer to ${name}`);
  await expect(reply).toHaveValue(/^Dear Zara,\n/);
  await reply.press("Control+End");
  await reply.pressSequentially("\nYes, in silk.");
  await visit(page, "/admin/inbox");
  await visit(page, path);
  await expect(reply).toHaveValue(/Yes, in silk\.$/);

  await page.route("**/admin/inbox/**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Send answer" }).press("Enter");
  await expect(reply).toHaveAccessibleDescription(/could not be reached/);
  await expect(reply).toHaveValue(/Yes, in silk\.$/);
  await page.unroute("**/admin/inbox/**");
  await page.getByRole("button", { name: "Send answer" }).press("Enter");
  await expect(page.getByText(`Your answer to ${name} is written`)).toBeVisible();
  await expect(reply).toHaveValue("");
  await expect(main(page).getByText("Answered", { exact: true })).toBeVisible();
  const mail = await readMailTo(email, `Re: Your inquiry about ${GOWN}`);
  for (const text of ["Dear Zara,", "Yes, in silk.", "Is it lined?"]) expect(mail).toContain(text);
});

test("an inquiry is closed on its page, reopened by Undo, and closed from the list with the keyboard", async ({
  page,
  inquiry: { email, name, path },
}) => {
  await visit(page, path);
  await page.getByRole("button", { name: "Close", exact: true }).press("Enter");
  await expect(page.getByText("1 entry closed")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByRole("button", { name: "Close", exact: true })).toBeVisible();
  await visit(page, `/admin/inbox?q=${encodeURIComponent(email)}`);
  await page.getByRole("link", { name, exact: true }).focus();
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Close", exact: true }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Closed");
});

test("a sender gets a note and is erased only after the right email is entered", async ({
  page,
  noise,
  inquiry: { email, name },
}) => {
  noise.expect(/status of 422/);
  await visit(page, `/admin/customers?q=${encodeURIComponent(email)}`);
  await page.getByRole("link", { name }).filter({ visible: true }).press("Enter");
  await page.getByLabel("A note for the people of the shop").fill("Wants no mails.");
  await page.getByRole("button", { name: "Keep note" }).press("Enter");
  await expect(page.getByText("Wants no mails.").first()).toBeVisible();
  await page.getByText("Erase this person…").press("Enter");
  const confirmation = page.getByLabel(`Type ${email} to confirm`);
  await confirmation.fill("somebody@example.com");
  await page.getByRole("button", { name: "Erase for good" }).press("Enter");
  await expect(page.getByText("This is not the email address of this customer")).toBeVisible();
  await expectAccessible(page);
  await onPhone(page, () => expectReadable(page));
  await confirmation.fill(email);
  await page.getByRole("button", { name: "Erase for good" }).press("Enter");
  await expect(page.getByText("The person is erased.")).toBeVisible();
  await visit(page, `/admin/inbox?q=${encodeURIComponent(email)}`);
  await expect(page.getByRole("main").getByText("Nothing matches")).toBeVisible();
});

test("a draft of a reply leaves the browser when its admin signs out in the shop", async ({
  browser,
  baseURL,
  inquiry: { name, path },
}) => {
  const shop = baseURL ?? "";
  const { userId } = await inShopDatabase(shop, (db) => staffMember(db, false));
  await using owner = await anotherSession(browser, shop, userId);
  const { page } = owner;
  await visit(page, path);
  await page.getByLabel(`Your answer to ${name}`).press("Control+End");
  await page.keyboard.type("Yes, in silk.");
  const stored = () => page.evaluate(() => Object.values(localStorage).join("\n"));
  await expect.poll(stored).toContain("Yes, in silk.");
  await visit(page, "/");
  await page.getByRole("banner").getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/auth");
  await expect.poll(stored).not.toContain("Yes, in silk.");
});
