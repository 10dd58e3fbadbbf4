import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { hashToken, sealProposal } from "#features/proposals/stored-proposals.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { customerTest as test } from "#tests/support/browser/customer.ts";
import { scrollsSideways, visit } from "#tests/support/browser/shop.ts";
import { createContractedOrder, testSpecification, testTerms } from "#tests/support/contracts.ts";

/** With the shop's own measurement key. */
async function shopBox() {
  const file = join(process.env.E2E_DATA_DIR ?? "", "measurement-key.json");
  return createMeasurementBox(JSON.parse(await readFile(file, "utf8")));
}

test("a customer sees the contract of a suit and approves a change without JavaScript or with it", async ({
  browser,
  baseURL,
  customer,
  page,
}) => {
  const box = await shopBox();
  const token = `${newId()}${newId()}`.replaceAll("-", "");
  const { orderId } = await customer.inDatabase(async (db) => {
    const order = await createContractedOrder(db, {
      ...{ userId: customer.userId, customerEmail: customer.email, box },
    });
    const usual = testSpecification();
    const waist = { value: 830, confidence: 1, readings: 1, confirmed: true };
    const specification = { ...usual, measurements: { ...usual.measurements, waist } };
    const id = newId();
    const note = "The waist reads small beside the chest. May we cut it with more room?";
    await db.insert(contractProposals).values({
      ...{ id, orderItemId: order.orderItemId, baseVersion: 1, tokenHash: hashToken(token) },
      sealed: sealProposal(box, id, { specification, terms: testTerms(), note }),
    });
    return order;
  });
  await visit(page, `/profile/orders/${orderId}`);
  const agreed = page.getByRole("region", { name: "What we agreed" });
  await expect(agreed).toContainText("98.7 cm (38 7/8 in)");
  await expect(agreed).toContainText("The atelier proposes a change");
  await expectAccessible(page);
  expect(await scrollsSideways(page), "scrolls sideways").toBe(false);

  await using plain = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  });
  const link = await plain.newPage();
  await link.goto(`/contract/${token}`);
  await expect(link.getByRole("table", { name: "What changes" })).toContainText(
    "83 cm (32 5/8 in)",
  );
  await visit(page, `/contract/${token}`);
  await expectAccessible(page);
  expect(await scrollsSideways(page), "scrolls sideways").toBe(false);
  await link.getByRole("button", { name: "Approve the change" }).click();
  await expect(link.getByRole("heading", { name: "You approved this change" })).toBeVisible();

  // The other tab is too late, and says how it ended.
  await page.getByRole("button", { name: "Approve the change" }).click();
  await expect(page.getByRole("heading", { name: "You approved this change" })).toBeVisible();
  await visit(page, `/profile/orders/${orderId}`);
  await expect(agreed).toContainText("83 cm (32 5/8 in)");
  await agreed.getByText(/^Version 1, /).click();
  await expect(agreed).toContainText("81.3 cm (32 in)");
  const stored = await customer.inDatabase((db) =>
    db
      .select()
      .from(contractProposals)
      .where(eq(contractProposals.tokenHash, hashToken(token))),
  );
  expect(stored).toMatchObject([{ status: "approved" }]);
});
