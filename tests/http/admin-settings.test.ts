import { expect, test } from "vitest";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { signedInAdmin } from "#tests/support/requests/sign-in.ts";

shopSuite();

const SETTINGS = "/admin?tab=settings";

const fieldsOf = (page: ShownPage, label: string) =>
  page.getAllByLabelText<HTMLInputElement>((text) => text.startsWith(label));

const entryIn = (page: ShownPage, label: string) => fieldsOf(page, label)[0]?.value;

test("a mistake in the settings is shown at its field, and no input is lost", async () => {
  const admin = await signedInAdmin();
  const page = await admin.open(SETTINGS);
  const refused = await page.press("Save Settings", {
    "Site Name": " ",
    "Contact Phone": "+592 555 0177",
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Site name is required");
  expect(refused.text).toContain("Failed to save settings: Something");
  expect(entryIn(refused, "Contact Phone")).toBe("+592 555 0177");
});

test("the footer's buttons work without JavaScript, and Reset Changes restores the saved values", async () => {
  const admin = await signedInAdmin();
  const footer = await (await admin.open(SETTINGS)).follow("Footer");
  const saved = fieldsOf(footer, "Text").map(({ value }) => value);
  const adding = await footer.press("Add Link");
  const text = fieldsOf(adding, "Text").at(-1);
  const url = fieldsOf(adding, "URL").at(-1);
  if (!text || !url) throw new Error("No link was added");
  text.value = "Press";
  url.value = "javascript:alert(1)";
  const refused = await adding.press("Save Settings");
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Please enter a page of the shop");
  expect(fieldsOf(refused, "Text").map(({ value }) => value)).toEqual([...saved, "Press"]);
  const moved = await refused.press("Move Press up");
  expect(fieldsOf(moved, "Text").map(({ value }) => value)).toEqual(
    [...saved, "Press"].toSpliced(-2, 2, "Press", saved.at(-1) ?? ""),
  );
  const deleted = await moved.press("Delete Press");
  expect(fieldsOf(deleted, "Text").map(({ value }) => value)).toEqual(saved);
  const reset = await deleted.follow("Reset Changes");
  expect(reset.text).toContain("Settings reset");
  expect(fieldsOf(reset, "Text").map(({ value }) => value)).toEqual(saved);
});

test("an image of the settings is chosen on the page itself, which keeps what was entered", async () => {
  const admin = await signedInAdmin();
  const page = await admin.open(`${SETTINGS}&part=seo`);
  const choosing = await page.press("Choose from library", {
    "Google verification code": "abc-123",
  });
  expect(entryIn(choosing, "Google verification code")).toBe("abc-123");
  const images = choosing.getAllByRole<HTMLInputElement>("radio");
  expect(images.filter(({ disabled }) => disabled)).toEqual([]);
});

test("an amount that is no number stays in its field, and a save never overwrites another", async () => {
  const admin = await signedInAdmin();
  const page = await admin.open(`${SETTINGS}&part=shipping`);
  const rateOf = (shown: ShownPage) => {
    const rate = fieldsOf(shown, "Rate ($)")[0];
    if (!rate) throw new Error("The page has no rate");
    return rate;
  };
  rateOf(page).value = "a lot";
  const refused = await page.press("Save Settings");
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Please enter an amount, like 49.50");
  expect(rateOf(refused).value).toBe("a lot");

  const other = await (await signedInAdmin()).open(`${SETTINGS}&part=shipping`);
  rateOf(other).value = "17";
  expect((await other.press("Save Settings")).text).toContain("Settings saved successfully");
  rateOf(refused).value = "16.50";
  let stale = await refused.press("Save Settings");
  for (const attempt of [1, 2]) {
    expect(stale.status, `attempt ${attempt}`).toBe(409);
    expect(stale.text).toContain("Someone else saved these settings");
    expect(rateOf(stale).value).toBe("16.50");
    stale = await stale.press("Save Settings");
  }
  const reset = await stale.follow("Reset Changes");
  expect(rateOf(reset).value).toBe("17.00");
  rateOf(reset).value = "16.50";
  const saved = await reset.press("Save Settings");
  expect(saved.text).toContain("Settings saved successfully");
  expect(rateOf(saved).value).toBe("16.50");
});

test("Stripe's keys are checked without JavaScript with the same messages, and the secret key is not sent back", async () => {
  const admin = await signedInAdmin();
  const page = await admin.open(`${SETTINGS}&part=integrations`);
  const refused = await page.press(/^Save Stripe Keys/, {
    "Publishable Key": "pk_live_1",
    "Secret Key": "sk_test_notSentBack000001234",
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Key Mismatch Error");
  expect(entryIn(refused, "Publishable Key")).toBe("pk_live_1");
  expect(refused.html).not.toContain("notSentBack");
});
