import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, openProduct, tile, visit } from "#tests/support/browser/shop.ts";

const GOWN = "Kaieteur Gown";

/** The row of the list that leads to what somebody wrote. */
const rowOf = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("an inquiry counts down in the inbox, is answered by keyboard, and its sender is erased on request", {
  tag: "@once",
}, async ({ page, noise }) => {
  noise.expect(cutOffNoise);
  noise.expect(/status of 422/);
  const email = newEmail();
  const name = `Zara ${email.replaceAll(/\W|\d/g, "")}`;

  await test.step("a visitor asks for a gown", async () => {
    await openProduct(page, GOWN);
    await tile(page, "Available Sizes", "M").click();
    await page.getByRole("button", { name: "Guyana Sales" }).click();
    const dialog = page.getByRole("dialog", { name: /Contact Us for Purchase/ });
    await dialog.getByLabel("First Name").fill("Zara");
    await dialog.getByLabel("Last Name").fill(name.slice(5));
    await dialog.getByLabel("Email Address").fill(email);
    await dialog.getByLabel("Phone Number").fill("+592 555 0100");
    await dialog.getByLabel("Address", { exact: true }).fill("Lot 12, Camp Street");
    await dialog.getByLabel("City").fill("Georgetown");
    await dialog.getByLabel("Additional Notes").fill("Is it lined?");
    await dialog.getByRole("button", { name: "Submit Inquiry" }).click();
    await expect(page.getByText("Inquiry submitted successfully!")).toBeVisible();
  });

  await test.step("the home of the admin leads to what waits", async () => {
    await visit(page, "/admin/overview");
    await page.getByRole("link", { name: /^To answer \d/ }).press("Enter");
    await expect(page).toHaveURL(/\/admin\/inbox\?status=new$/);
  });

  await test.step("the owner sees it counting down and goes to answer it, by keyboard", async () => {
    await visit(page, `/admin/inbox?status=new&q=${encodeURIComponent(email)}`);
    await expect(rowOf(page, name)).toContainText("answer within 23 h");
    await expectAccessible(page);
    await onPhone(page, () => expectReadable(page));
    await page.getByRole("link", { name, exact: true }).focus();
    await page.keyboard.press("r");
    await expect(page.getByRole("heading", { level: 1, name: GOWN })).toBeVisible();
    await expect(page.getByLabel(`Your answer to ${name}`)).toBeFocused();
    await expect(page.getByRole("link", { name: "+592 555 0100" })).toHaveAttribute(
      "href",
      "tel:+5925550100",
    );
    await expectAccessible(page);
    await onPhone(page, () => expectReadable(page));
  });

  await test.step("what was begun is still there after a look elsewhere", async () => {
    await page.getByRole("button", { name: "It is here" }).press("Enter");
    const answer = page.getByLabel(`Your answer to ${name}`);
    await expect(answer).toHaveValue(/^Dear Zara,\n/);
    await answer.press("Control+End");
    await answer.pressSequentially("\nYes, in silk.");
    const { pathname } = new URL(page.url());
    await visit(page, "/admin/inbox");
    await visit(page, pathname);
    await expect(answer).toHaveValue(/Yes, in silk\.$/);
  });

  await test.step("a shop that does not answer loses nothing, and the next press sends it once", async () => {
    const answer = page.getByLabel(`Your answer to ${name}`);
    await page.route("**/admin/inbox/**", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.getByRole("button", { name: "Send answer" }).press("Enter");
    await expect(answer).toHaveAccessibleDescription(/could not be reached/);
    await expect(answer).toHaveValue(/Yes, in silk\.$/);
    await page.unroute("**/admin/inbox/**");
    await page.getByRole("button", { name: "Send answer" }).press("Enter");
    await expect(page.getByText(`Your answer to ${name} is on its way`)).toBeVisible();
    await expect(answer).toHaveValue("");
    await expect(page.getByRole("main").getByText("Answered", { exact: true })).toBeVisible();
    const mail = await readMailTo(email, `Re: Your inquiry about ${GOWN}`);
    for (const words of ["Dear Zara,", "Yes, in silk.", "Is it lined?"]) {
      expect(mail).toContain(words);
    }
  });

  await test.step("it is closed, opened again by Undo, and closed with others", async () => {
    await page.getByRole("button", { name: "Close", exact: true }).press("Enter");
    await expect(page.getByText("1 entry closed")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(page.getByRole("button", { name: "Close", exact: true })).toBeVisible();
    await visit(page, `/admin/inbox?q=${encodeURIComponent(email)}`);
    await page.getByRole("link", { name, exact: true }).focus();
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Close", exact: true }).press("Enter");
    await expect(rowOf(page, name)).toContainText("Closed");
  });

  await test.step("the sender asked to be forgotten: noted, found by telephone, and erased", async () => {
    await visit(page, `/admin/customers?q=${encodeURIComponent(email)}`);
    await page.getByRole("link", { name }).filter({ visible: true }).press("Enter");
    await page.getByLabel("A note for the people of the shop").fill("Wants no mails.");
    await page.getByRole("button", { name: "Keep note" }).press("Enter");
    await expect(page.getByText("Wants no mails.").first()).toBeVisible();
    await page.getByText("Erase this person…").press("Enter");
    await page.getByLabel(`Type ${email} to confirm`).fill("somebody@example.com");
    await page.getByRole("button", { name: "Erase for good" }).press("Enter");
    await expect(page.getByText("This is not the email address of this customer")).toBeVisible();
    await expectAccessible(page);
    await onPhone(page, () => expectReadable(page));
    await page.getByLabel(`Type ${email} to confirm`).fill(email);
    await page.getByRole("button", { name: "Erase for good" }).press("Enter");
    await expect(page.getByText("The person is erased.")).toBeVisible();
    await visit(page, `/admin/inbox?q=${encodeURIComponent(email)}`);
    await expect(page.getByText("Nothing matches")).toBeVisible();
  });
});
