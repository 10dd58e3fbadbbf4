import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderNumber } from "#core/document-number.ts";
import { newId } from "#core/ids.ts";
import { optionChoices } from "#db/schema/atelier.server.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import { fullyMeasured, SHIRT_BODY, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { DEMO_SUIT, demoLine } from "#tests/support/demo-garments.ts";
import { guest } from "#tests/support/guest.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { asGuest, buyToMeasure, createLine } from "#tests/support/requests/buy-to-measure.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { signedInCustomer, signInOwner, signInStaff } from "#tests/support/requests/sign-in.ts";
import { decodeMail, mailsWith } from "#tests/support/shop/mail-files.ts";

/** A Wednesday in Georgetown. */
const { shop, visitor } = shopSuite({ startsAt: "2026-11-25T10:00:00-04:00" });

const newEmail = () => `rosa-${newId()}@example.org`;
const headingOf = (page: ShownPage) => page.getByRole("heading", { level: 1 }).textContent;
const regionText = (page: ShownPage, name: string | RegExp) =>
  textOf(page.getByRole("region", { name }));

async function signedInStaff(isAtelier: boolean) {
  const staff = visitor();
  await signInStaff(staff, { isAtelier });
  return staff;
}

const signedInOwner = () => signInOwner(visitor());

function itemOf(list: HTMLElement[], text: string): HTMLElement {
  const [item, ...others] = list.filter((each) => textOf(each).includes(text));
  if (!item || others.length > 0) throw new Error(`${others.length} more with ${text}`);
  return item;
}

const SHIRT = "Savannah Linen Shirt";

test("an inquiry for a shirt made to measure shows every admin its options, and its measurements to the atelier alone", async () => {
  const email = newEmail();
  const line = await createLine({
    productName: SHIRT,
    priceUsd: 279,
    email,
    actor: guest,
    profile: fullyMeasured("Asha", SHIRT_BODY),
    choices: { Cuff: "French" },
  });
  const asking = await asGuest(visitor()).open(
    `/product/${line.id}/inquiry?size=Custom&specification=${line.specification}`,
  );
  expect(asking.text).toContain("Cuff: French");
  expect(asking.text).toContain("$294.00 for one");
  const sent = await asking.press("Submit Inquiry", {
    "First Name": "Asha",
    "Last Name": "Persaud",
    "Email Address": email,
    "Phone Number": "+592 555 0100",
    Address: "Lot 12\nCamp Street",
    City: "Georgetown",
  });
  expect(sent.url.pathname).toBe(`/product/${line.id}/inquiry/sent`);
  await expect.poll(() => mailsWith([`Reply-To: ${email}`])).toHaveLength(1);
  const [toOwner = ""] = await mailsWith([`Reply-To: ${email}`]);
  for (const mail of [await readMailTo(email), decodeMail(toOwner)]) {
    expect(mail).toContain("Cuff: French");
    expect(mail).not.toMatch(/Wrist|17 cm|98 cm/);
  }

  const [entry] = await shop().inDatabase((db) =>
    db.select().from(guyanaSalesInquiries).where(eq(guyanaSalesInquiries.email, email)),
  );
  const path = `/admin/inbox/${entry?.id}`;
  const owner = await signedInStaff(false);
  const shownToOwner = await owner.open(path);
  expect(regionText(shownToOwner, "The piece")).toContain("French");
  const closed = await shownToOwner.follow("Measurements");
  expect(headingOf(closed)).toContain(SHIRT);
  expect(closed.text).toContain("Only the atelier opens measurements");
  expect(closed.text).not.toContain("17 cm");
  const shownToTailor = await (await signedInStaff(true)).open(path);
  expect(regionText(shownToTailor, "The piece")).toContain("French");
  const requested = await shownToTailor.follow("Measurements");
  const opened = await requested.press("Open measurements", { Purpose: "Calculating the price" });
  expect(regionText(opened, "Measurements of Asha")).toContain("17 cm");
});

test("cloth below its threshold is on the Overview, and shoppers cannot choose cloth that is used up", async () => {
  const owner = await signedInOwner();
  const adding = await owner.open("/admin/atelier/cloth/new");
  const added = await adding.press("Add the cloth", {
    Name: "Demerara flax",
    "Low at (metres)": "12",
  });
  expect(headingOf(added)).toBe("Demerara flax");
  const received = await added.press("Receive", { Metres: "10.5" });
  expect(received.text).toContain("Demerara flax: 10.5 m in stock.");
  const overview = await owner.open("/admin/overview");
  const low = itemOf(overview.getAllByRole("listitem"), "Demerara flax");
  expect(textOf(low)).toContain("10.5 m left");

  const clothId = received.url.pathname.split("/").at(-1) ?? "";
  const { productId } = await shop().inDatabase((db) => demoLine(db, "Golden Grove Linen Suit"));
  await shop().inDatabase(async (db) => {
    const terms = await findTermsOfProduct(db, productId);
    const group = terms?.groups.find(({ name }) => name === "Cloth");
    if (!group) throw new Error("The suit is not offered in several cloths");
    await db.insert(optionChoices).values({
      id: newId(),
      groupId: group.id,
      name: "Demerara flax",
      position: group.choices.length,
      clothId,
    });
  });
  const choiceOf = async () => {
    const page = await visitor().open(`/product/${productId}/made-to-measure`);
    return page.getByRole<HTMLInputElement>("radio", { name: /^Demerara flax/ });
  };
  expect((await choiceOf()).disabled).toBe(false);

  const counted = await received.press("Set the count", {
    Metres: "0.4",
    Reason: "Water damage",
  });
  expect(counted.text).toContain("Demerara flax: 0.4 m in stock.");
  expect(counted.text).toContain("Water damage");
  const usedUp = await choiceOf();
  expect(usedUp.disabled).toBe(true);
  expect(usedUp.labels?.[0] && textOf(usedUp.labels[0])).toContain("Used up");
});

test("the owner says what the images of a suit show: its page starts with it, and a text that says otherwise is named", async () => {
  const owner = await signedInOwner();
  const { productId } = await shop().inDatabase((db) => demoLine(db, DEMO_SUIT));
  const lapelOf = (page: ShownPage) => page.getByLabelText<HTMLSelectElement>("Lapel");
  const shownIn = (page: ShownPage) => lapelOf(page).selectedOptions[0]?.textContent;
  const form = await owner.open(`/admin/atelier/terms/${productId}`);
  expect(shownIn(form)).toBe("Notch");
  expect(form.text).not.toContain("Not as pictured");
  const peak = [...lapelOf(form).options].find(({ textContent }) => textContent === "Peak");
  lapelOf(form).value = peak?.value ?? "";
  const saved = await form.press("Save");
  expect(shownIn(saved)).toBe("Peak");
  expect(saved.text).toContain("Lapel starts with Peak, and the text of this product says Notch.");
  const list = await owner.open("/admin/atelier");
  expect(list.text).toContain("Stabroek Two-Piece Suit (1 option)");
  const made = await visitor().open(`/product/${productId}/made-to-measure`);
  expect(made.getByRole<HTMLInputElement>("radio", { name: /^Peak/ }).checked).toBe(true);
  const [drawing] = made.getAllByRole("img", { name: /^Drawing of Stabroek/ });
  expect(drawing?.getAttribute("aria-label")).toContain("Lapel: Peak");
});

const PATTERN_TABLE = "/admin/atelier/pattern-table";

test("the owner maps a product to a waistcoat with more ease; a wrong number keeps what she entered", async () => {
  const owner = await signedInOwner();
  const table = await owner.open(PATTERN_TABLE);
  const before = table.getByRole("link", { name: /^Kingston Pinstripe Suit/ });
  expect(textOf(before)).toContain("By garment type");
  const product = await table.follow(/^Kingston Pinstripe Suit/);
  const easyOf = (page: ShownPage) => {
    const [jacket] = page.getAllByRole("group", { name: /^Ease, chest/ });
    if (!jacket) throw new Error("No ease is asked for");
    return page.inside(jacket).getByLabelText<HTMLInputElement>("Easy");
  };
  easyOf(product).value = "four hundred";
  const refused = await product.press("Save", {
    "The patterns chosen below": true,
    Waistcoat: true,
  });
  expect(refused.status).toBe(422);
  expect(refused.getByText(/^Enter a number from/)).toBeDefined();
  expect(easyOf(refused).value).toBe("four hundred");
  expect(refused.getByLabelText<HTMLInputElement>("Waistcoat").checked).toBe(true);
  easyOf(refused).value = "19.5";
  const saved = await refused.press("Save");
  expect(saved.text).toContain("Saved. New orders are drafted like this.");
  expect(saved.getByRole("region", { name: "Waistcoat" })).toBeDefined();
  expect(easyOf(saved).value).toBe("19.5");

  const changed = await owner.open(PATTERN_TABLE);
  const link = changed.getByRole("link", { name: /^Kingston Pinstripe Suit/ });
  expect(textOf(link)).toContain("Blazer, straight and Waistcoat and Pants with a fly");
  const activity = await owner.open("/admin/activity?subject=pattern+table");
  expect(textOf(activity.getByRole("main"))).toContain("Kingston Pinstripe Suit");
});

async function addMaker(owner: Awaited<ReturnType<typeof signedInOwner>>, name: string) {
  const adding = await owner.open("/admin/atelier/makers/new");
  const added = await adding.press("Add the maker", { Name: name });
  expect(headingOf(added)).toBe(name);
  return added;
}

test("the owner enters a maker's days away, sees the promise that this puts at risk, and saves it with another maker", async () => {
  const { garmentId, orderId } = await buyToMeasure(visitor(), {
    productName: DEMO_SUIT,
    priceUsd: 1_499,
    email: newEmail(),
    actor: guest,
    profile: fullyMeasured("Me", SUIT_BODY),
    // The suit starts with another lapel, at another price, once the owner has said what its images show.
    choices: { Lapel: "Notch" },
  });
  const owner = await signedInOwner();
  const savi = await addMaker(owner, "Savi");
  const absent = await savi.press("Add the days", {
    "First day": "2026-11-26",
    "Last day": "2027-09-21",
  });
  expect(absent.getByRole("button", { name: /^Remove / })).toBeDefined();
  await addMaker(owner, "Maya");
  const garment = await owner.open(`/admin/atelier/production/${garmentId}`);
  const assigned = await garment.press("Assign", { Maker: "Savi" });
  expect(assigned.text).toContain("Maker: Savi");

  const promises = await owner.open("/admin/atelier/promises");
  const risk = itemOf(promises.getAllByRole("listitem"), `Order ${orderNumber(orderId)}, Savi`);
  expect(textOf(risk)).toContain("Expected");
  expect(textOf(risk)).toContain("Another maker");
  const saved = await promises.press(/^Give it to Maya: /);
  expect(saved.text).toContain("Saved. 0 promises at risk");
  expect(saved.text).toContain("Every promise can be met");
  const given = await owner.open(`/admin/atelier/production/${garmentId}`);
  expect(given.text).toContain("Maker: Maya");
  const archived = await absent.press("Archive this maker");
  expect(archived.getByRole("button", { name: "Bring back" })).toBeDefined();
});

test("without JavaScript a tailor enters the ease as a number, sees the change and saves it, and the customer sees the pattern", async () => {
  const { userId, visitor: customer } = await signedInCustomer();
  const order = await shop().inDatabase((db) =>
    createGarmentOrder(db, {
      box: shop().measurementBox,
      userId,
      specification: measuredSpecification(MEASURED_MAN),
      terms: { garment: "shirt" },
    }),
  );
  const tailor = await signedInStaff(true);
  const waiting = await tailor.open(`/admin/atelier/patterns/${order.orderItemId}`);
  const drafted = await waiting.press("Draft it now");
  const chestOf = (page: ShownPage) =>
    page.getByRole<HTMLInputElement>("spinbutton", { name: /^Ease, chest/ });
  const measuredChest = (page: ShownPage) =>
    textOf(
      page.inside(page.getByRole("region", { name: /^Finished measures/ })).getByRole("row", {
        name: /^Chest/,
      }),
    );
  expect(measuredChest(drafted)).not.toContain("+");
  chestOf(drafted).value = "20";
  const changed = await drafted.press("Show the change");
  expect(measuredChest(changed)).toContain("+");
  expect(Number(chestOf(changed).value)).toBeCloseTo(20, 0);
  const saved = await changed.press("Save as version 2");
  expect(saved.text).toContain("Saved. This version");
  expect(Number(chestOf(saved).value)).toBeCloseTo(20, 0);

  const shown = await customer.open(`/profile/orders/${order.orderId}`);
  expect(shown.getByRole("img", { name: /drafted to your measurements/ })).toBeDefined();
  expect(shown.queryByRole("link", { name: /Roll PDF/ })).toBeNull();
});
