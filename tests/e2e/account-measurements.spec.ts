import { expect } from "@playwright/test";
import { newId } from "#core/ids.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { pick, pressOn } from "#tests/support/browser/keyboard.ts";
import { accountTab, button, toasts } from "#tests/support/browser/locators.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

const ASHA = {
  ...{ chest: 920, waist: 740, seat: 980, shoulderSlope: 20, weight: 64_500, waistToHips: 115 },
  ...{ height: 1_660, hpsToWaistBack: 410, shoulderToWrist: 585, neck: 340 },
};

// Specification 2.70
customerTest(
  "with the keyboard a customer sees who is measured and who read it, chooses how long it stays, and deletes a person",
  { tag: "@both" },
  async ({ page, customer: { inDatabase, userId } }) => {
    const box = currentShop().measurementBox;
    await inDatabase(async (db) => {
      const asha = await addMeasuredPerson(db, userId, measuredPerson("Asha", ASHA), box);
      await addMeasuredPerson(db, userId, measuredPerson("Mother", { chest: 1_040 }), box);
      await db.insert(measurementReads).values({
        ...{ id: newId(), subject: "profile", subjectId: asha, userId, staffId: userId },
        ...{ purpose: "Cutting the suit of order 4F2A", readAt: new Date() },
      });
    });
    await visit(page, "/profile");
    await pressOn(page, accountTab(page, "Measurements"));
    const asha = page.getByRole("region", { name: "Asha" });
    await expect(asha).toContainText("92 cm / 36 1/4 in");
    await expect(asha).toContainText("64.5 kg / 142.2 lb");
    await expect(asha).toContainText("Last measured 18 Nov 2026");
    await expect(page.getByRole("region", { name: "Who read them" })).toContainText(
      "Asha: Cutting the suit of order 4F2A",
    );
    await expectReadable(page);

    await pick(page, asha.getByRole("radio", { name: /^Until my made-to-measure/ }));
    await pressOn(page, button(asha, "Save how long the measurements of Asha are stored"));
    await expect(toasts(page)).toContainText("Choice saved");
    await page.reload();
    await expect(asha.getByRole("radio", { name: /^Until my made-to-measure/ })).toBeChecked();

    const mother = page.getByRole("region", { name: "Mother" });
    await pressOn(page, mother.locator("summary", { hasText: "Delete" }));
    await expectReadable(page);
    await expectFitsEveryWidth(page);
    await pressOn(page, button(mother, "Delete Mother"));
    await expect(toasts(page)).toContainText("Measurements deleted");
    await expect(mother).toHaveCount(0);
    await expect(asha).toContainText("92 cm");
    const download = await page.request.get("/profile/export");
    expect(await download.json()).toMatchObject({
      measurements: [{ label: { value: "Asha" }, retention: "after_order" }],
      measurementReads: [{ purpose: "Cutting the suit of order 4F2A" }],
    });
  },
);
