import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession, customerTest as test } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { pressOn } from "#tests/support/browser/keyboard.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { createContractedOrder } from "#tests/support/contracts.ts";
import { staffMember } from "#tests/support/production.ts";

test("the atelier proposes a change without losing what it entered, and the customer approves it by keyboard through the link in the email", {
  tag: ["@phone", "@once-unsteady"],
}, async ({ browser, baseURL, customer, page, shop }) => {
  const staff = await customer.inDatabase((db) => staffMember(db, true));
  const { orderId, orderItemId } = await customer.inDatabase((db) =>
    createContractedOrder(db, {
      userId: customer.userId,
      customerEmail: customer.email,
      box: shop.measurementBox,
    }),
  );
  await using tailor = await anotherSession(browser, baseURL ?? "", staff.userId);
  const { page: table } = tailor;
  await visit(table, `/admin/orders/${orderId}/contracts/${orderItemId}`);
  await expectAccessible(table);
  await table.getByRole("textbox", { name: "Purpose" }).fill("Checking the fit");
  await table.keyboard.press("Enter");
  await expect(table.getByRole("region", { name: "Measurements of Asha" })).toContainText(
    "81.3 cm (32 in)",
  );
  await expectAccessible(table);
  await expectFitsEveryWidth(table);
  const waist = table.getByRole("textbox", { name: "Waist (cm)" });
  const note = table.getByRole("textbox", { name: "Note to the customer" });
  await waist.fill("wide");
  await note.fill("More room to sit.");
  const send = table.getByRole("button", { name: "Send the proposal to the customer" });
  await send.click();
  await expect(table.getByText("Please enter a number, such as 97.5.")).toBeVisible();
  await expect(waist).toHaveAttribute("aria-invalid", "true");
  await expect(note).toHaveValue("More room to sit.");
  await waist.fill("83");
  await send.click();
  await expect(table.getByText("No mail server is set: the email is only stored")).toBeVisible();
  await expectReadable(table);

  const [, link = ""] =
    /https?:\/\/\S+(\/contract\/[0-9a-f]+)/.exec(await readMailTo(customer.email)) ?? [];
  await visit(page, link);
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  await pressOn(page, page.getByRole("button", { name: "Approve the change" }));
  await expect(page.getByRole("heading", { name: "You approved this change" })).toBeVisible();
  await expectAccessible(page);
  await visit(page, `/profile/orders/${orderId}`);
  const agreed = page.getByRole("region", { name: "What we agreed" });
  await expect(agreed).toContainText("83 cm (32 5/8 in)");
  await agreed.getByText(/^Version 1, /).click();
  await expect(agreed.getByText("81.3 cm (32 in)")).toBeVisible();
  await expectReadable(page);
});
