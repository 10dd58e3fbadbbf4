import { eq } from "drizzle-orm";
import sharp from "sharp";
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { addBusinessDays } from "#core/business-days.ts";
import { orderNumber } from "#core/document-number.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { newId } from "#core/ids.ts";
import { garments } from "#db/schema/production.server.ts";
import { deliveredGarment } from "#tests/support/browser/delivered-garment.ts";
import { fullyMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { createChangeableGarment, demoLine } from "#tests/support/demo-garments.ts";
import {
  addMaker,
  createGarmentOrder,
  deliverGarment,
  finishGarments,
  garmentsOf,
  passQuality,
} from "#tests/support/production.ts";
import { buyToMeasure } from "#tests/support/requests/buy-to-measure.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { openMeasurements } from "#tests/support/requests/open-measurements.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { signedInCustomer, signInAs, signInStaff } from "#tests/support/requests/sign-in.ts";
import { decodeMail, mailsWith } from "#tests/support/shop/mail-files.ts";
import { codeMailedTo, endProofs } from "#tests/support/shop/order-codes.ts";

const { shop, visitor } = shopSuite();

const CLOTH = "Navy worsted twill";
const REMARKS = "Please leave room for a heavy pen.";

const newEmail = () => `rosa-${newId()}@example.org`;
const headingOf = (page: ShownPage) => page.getByRole("heading", { level: 1 }).textContent;
const regionText = (page: ShownPage, name: string | RegExp) =>
  textOf(page.getByRole("region", { name }));

async function lookUp(orderId: string, email: string): Promise<ShownPage> {
  const lookup = await visitor().open("/order-lookup");
  return lookup.press("Find your order", { "Order Number": orderNumber(orderId), Email: email });
}

async function signedInTailor() {
  const tailor = visitor();
  const staff = await signInStaff(tailor, { isAtelier: true });
  return { tailor, staff };
}

/** The tailor's page of a garment that has just arrived, after the form of each stage up to the approval. */
async function approveToCut(garmentId: string): Promise<ShownPage> {
  const { tailor } = await signedInTailor();
  const received = await tailor.open(`/admin/atelier/production/${garmentId}`);
  const checked = await received.press("Measurements are checked");
  const ready = await checked.press("Pattern is ready", { "Drafted by hand": true });
  const approved = await ready.press("Approve to cut");
  expect(approved.getByRole("button", { name: "Cloth is cut" })).toBeDefined();
  return approved;
}

test("a guest's change of cloth is saved without JavaScript after the proof has ended, and the tailor reads it", async () => {
  const email = newEmail();
  const suit = await createChangeableGarment(shop(), email);
  const found = await lookUp(suit.orderId, email);
  expect(found.text).not.toContain("98.7 cm");
  expect(found.queryByRole("link", { name: "Change this garment" })).toBeNull();
  const opened = await openMeasurements(found, email);
  expect(opened.text).toContain("98.7 cm");
  const form = await opened.follow("Change this garment");
  await endProofs(shop(), suit.orderId);
  const pages: ShownPage[] = [];
  const code = await codeMailedTo(email, async () => {
    pages.push(await form.press("Save the change", { [CLOTH]: true, Remarks: REMARKS }));
  });
  const [refused] = pages;
  if (!refused) throw new Error("The form was not answered");
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("More than an hour has passed");
  const wrongCode = code === "123456" ? "654321" : "123456";
  const wrong = await refused.press("Save the change", { "Code from the email": wrongCode });
  expect(wrong.text).toContain("This is not the code that belongs");
  const saved = await wrong.press("Save the change", { "Code from the email": code });
  expect(saved.getByRole("heading", { name: "Your change is saved" })).toBeDefined();
  expect(saved.url.search).toBe("?done=2");
  expect(saved.text).toContain(REMARKS);

  const { tailor } = await signedInTailor();
  const work = await tailor.open(`/admin/atelier/production/${suit.garmentId}`);
  expect(regionText(work, /^Changed by the customer/)).toContain(CLOTH);
});

test("a garment that is approved to be cut is not changed any more", async () => {
  const suit = await createChangeableGarment(shop());
  const customer = visitor();
  await signInAs(customer, suit.userId);
  const before = await customer.open(`/profile/orders/${suit.orderId}`);
  const form = await before.follow("Change this garment");
  await approveToCut(suit.garmentId);
  const late = await form.press("Save the change", { [CLOTH]: true });
  expect(late.status).toBe(409);
  expect(late.text).toContain("Nothing was changed: a tailor has approved this garment to be cut");
  const after = await customer.open(`/profile/orders/${suit.orderId}`);
  expect(after.queryByRole("link", { name: "Change this garment" })).toBeNull();
  const line = await after.follow("Measured again since?");
  expect(line.text).toContain("It cannot be changed now");
  const nothing = await line.press("Ask the atelier");
  expect(nothing.text).toContain("Please choose what was measured again");
  const requested = await line.press("Ask the atelier", { "Shoulder to wrist": true });
  expect(requested.text).toContain("The atelier is asked");
  const order = await customer.open(`/profile/orders/${suit.orderId}`);
  expect(order.text).toContain("the atelier is asked what is still possible");
});

/** A guest's paid suit of $120.00. */
async function guestsSuit() {
  const email = newEmail();
  const order = await shop().inDatabase((db) =>
    createGarmentOrder(db, {
      box: shop().measurementBox,
      customerEmail: email,
      terms: { policyVersion: 2 },
    }),
  );
  return { ...order, email, garmentId: order.garments[0]?.id ?? "" };
}

test("a garment in work does not leave, the office reads who works on it, and the customer reads another promised day with its reason", async () => {
  const suit = await guestsSuit();
  await shop().inDatabase(async (db) => {
    const makerId = await addMaker(db, "Savi");
    await db
      .update(garments)
      .set({ makerId, stage: "cut", shipBy: "2026-12-04" })
      .where(eq(garments.id, suit.garmentId));
  });
  const office = visitor();
  await signInStaff(office, { isAtelier: false });
  const order = await office.open(`/admin/orders/${suit.orderId}`);
  expect(regionText(order, "Parcels")).toContain("Not finished, so it cannot leave yet");
  expect(regionText(order, "Parcels")).toContain("Cut; Savi works on it");
  expect(order.queryByRole("button", { name: /^Send the parcel/ })).toBeNull();

  const reason = "The lining comes a week later";
  const day = addBusinessDays(dayOf(new Date()), 20);
  const change = { "Leaves the atelier by": day, Reason: reason };
  const without = await order.press(/^Promise this day/, { ...change, Reason: "" });
  expect(without.status).toBe(422);
  const promised = await order.press(/^Promise this day/, change);
  expect(promised.text).toContain(
    "The new day is promised. No mail server is set: the email is only stored",
  );
  expect(await readMailTo(suit.email)).toContain(reason);
  const found = await lookUp(suit.orderId, suit.email);
  expect(regionText(found, "Progress")).toContain("A new day for your order");
  expect(regionText(found, "Progress")).toContain(reason);

  await shop().inDatabase((db) => finishGarments(db, suit.orderItemId));
  const finished = await office.open(`/admin/orders/${suit.orderId}`);
  const sent = await finished.press(/^Send the parcel/, { Carrier: "DHL" });
  expect(sent.text).toContain("The parcel is on its way");
});

test("the overview and the menu say what waits in the atelier, and ask for holidays that are not entered", async () => {
  const suit = await guestsSuit();
  await shop().inDatabase(async (db) => {
    await addMaker(db, "Maya");
    await db
      .update(garments)
      .set({ stage: "cut", shipBy: "2026-01-05" })
      .where(eq(garments.id, suit.garmentId));
  });
  const office = visitor();
  await signInStaff(office, { isAtelier: false });
  const overview = await office.open("/admin/overview");
  const work = textOf(overview.getByRole("list", { name: "What waits in the atelier" }));
  expect(work).toMatch(/Promises at risk ?[1-9]/);
  expect(overview.text).toContain("Holidays whose day is not entered yet");
  for (const name of ["Phagwah", "Eid-ul-Adha", "Youman-un-Nabi", "Deepavali"]) {
    expect(overview.text).toContain(`${name}, about`);
  }
  const menus = overview.getAllByRole("link", { name: /^Made to measure \d+ ?waiting$/ });
  expect(menus.length).toBeGreaterThan(0);
});

const garmentText = (page: ShownPage) =>
  textOf(page.getByRole("article", { name: "Stabroek Suit" }));

test("a customer cancels a garment before it is approved to be cut, and the order's progress says so", async () => {
  const suit = await guestsSuit();
  const order = await lookUp(suit.orderId, suit.email);
  expect(garmentText(order)).toContain("75 % of its price before the cloth is cut");
  const cancelled = await order.press("Cancel it and get $120.00 back");
  expect(garmentText(cancelled)).toContain("Cancelled.");
  expect(regionText(cancelled, "Progress")).toContain("You cancelled a garment");
});

test("a customer who saw the earlier share of a cancelled garment's price is asked again and gets the new one", async () => {
  const suit = await guestsSuit();
  const order = await lookUp(suit.orderId, suit.email);
  await approveToCut(suit.garmentId);
  const refused = await order.press("Cancel it and get $120.00 back");
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("It was not cancelled, because it has changed");
  const cancelled = await refused.press("Cancel it and get $90.00 back");
  expect(garmentText(cancelled)).toContain("Cancelled.");
  const [row] = await shop().inDatabase((db) => garmentsOf(db, suit.orderItemId));
  expect(row?.stage).toBe("cancelled");
});

test("a remake with photos goes from the request to the decision, the mail and the new garment in production", async () => {
  const { email, userId, visitor: customer } = await signedInCustomer();
  const { garmentId, orderId } = await deliveredGarment(shop().url, { email, userId });
  const path = `/profile/orders/${orderId}/garments/${garmentId}`;
  const page = await customer.open(path);
  const remake = page.getByLabelText<HTMLInputElement>(/^Make it again/);
  const create = { width: 900, height: 1200, channels: 3 as const, background: "#cdbba0" };
  const image = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  const body = new FormData();
  body.set("intent", "request");
  body.set("remedy", remake.value);
  body.set("note", "Both sleeves cover my hands.");
  body.append("images", new File([image], "sleeve.jpg", { type: "image/jpeg" }));
  const headers = { origin: shop().url };
  const requested = await customer.open(path, { method: "POST", headers, body });
  expect(requested.text).toContain("1 photo");
  const number = requested.getByText(/^AL-/).textContent ?? "";

  const { tailor } = await signedInTailor();
  const list = await tailor.open("/admin/atelier/alterations");
  const alteration = await list.follow(number);
  expect(alteration.text).toContain("Both sleeves cover my hands.");
  const shownImage = alteration.getByRole<HTMLImageElement>("img", { name: "Photos 1" });
  const served = await tailor.request(new URL(shownImage.src).pathname);
  expect((await sharp(await served.arrayBuffer()).metadata()).width).toBe(900);
  const decision = alteration.getByRole("form", { name: "Decision" });
  const again = alteration.inside(decision).getByLabelText<HTMLInputElement>(/^Make it again/);
  expect(again.checked).toBe(true);
  const refused = await alteration.press("Decide and tell the customer", {
    "For the customer": "We cut the sleeves anew.",
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Please choose why it did not fit.");
  const note = refused.getByLabelText<HTMLTextAreaElement>("For the customer");
  expect(note.value).toBe("We cut the sleeves anew.");
  const decided = await refused.press("Decide and tell the customer", {
    Cause: "Pattern",
    "Cost for the house ($)": "42.50",
  });
  const remade = await decided.follow("The new garment in production");
  expect(headingOf(remade)).toMatch(/^Stabroek Suit, made again/);
  expect(regionText(await tailor.open("/admin/atelier/alterations"), "Causes")).toContain(
    "Pattern",
  );

  const decisionMails = async () => (await mailsWith([`To: ${email}`])).map(decodeMail);
  await expect
    .poll(decisionMails)
    .toContainEqual(expect.stringMatching(new RegExp(`${number}[^]*We make it again`)));
  const shown = await customer.open(path);
  expect(shown.text).toContain("Being made again");
  expect(shown.text).toMatch(/Your request .*How does it fit\?/);
  expect(shown.text).toContain("We cut the sleeves anew.");
});

const SUIT = "Golden Grove Linen Suit";

/** A guest's suit that is fitted, and its maker of New Dawn. */
async function fittedSuit(publicName: string) {
  const email = newEmail();
  return shop().inDatabase(async (db) => {
    const order = await createGarmentOrder(db, {
      customerEmail: email,
      box: shop().measurementBox,
      lines: [await demoLine(db, SUIT)],
    });
    const garmentId = order.garments[0]?.id ?? "";
    const makerId = await addMaker(db, `${publicName} Persaud`, { publicName, isNewDawn: true });
    const changes = { stage: "fitted", makerId } as const;
    await db.update(garments).set(changes).where(eq(garments.id, garmentId));
    await passQuality(db, garmentId);
    return { ...order, garmentId, email };
  });
}

test("a finished garment's label leads to the page of who made it, and New Dawn's totals follow hours and donations", async () => {
  const suit = await fittedSuit("Rosamund");
  expect((await visitor().open("/new-dawn")).text).not.toContain("of paid work on garments");
  const { tailor } = await signedInTailor();
  const work = await tailor.open(`/admin/atelier/production/${suit.garmentId}`);
  const finished = await work.press("It is finished", {
    "Minutes of work for “Finished”": "840",
  });
  const label = finished.getByRole<HTMLAnchorElement>("link", { name: "Label with QR code (PDF)" });
  const file = await tailor.request(label.pathname);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { text } = await extractText(bytes, { mergePages: true });
  const [path = ""] = /\/made\/[0-9a-f]{32}/.exec(text.replaceAll(/\s/g, "")) ?? [];

  const made = await visitor().open(path);
  expect(headingOf(made)).toBe(SUIT);
  expect(made.text).toContain("Made by Rosamund in 14 hours");
  const [main] = made.getAllByRole("main");
  if (!main) throw new Error("The page has no content");
  for (const hidden of [suit.email, orderNumber(suit.orderId), "98.7 cm", "Persaud"]) {
    expect(textOf(main)).not.toContain(hidden);
  }
  const line = await shop().inDatabase((db) => demoLine(db, SUIT));
  const makers = await visitor().open(`/product/${line.productId}/makers`);
  expect(makers.html).toContain("Rosamund");

  const donating = await visitor().open("/new-dawn");
  expect(donating.text).toContain("of paid work on garments 14 hours");
  const ready = await donating.press("Donate", {
    "An amount of your own, in dollars": "37.50",
    Email: newEmail(),
  });
  const payment = await ready.follow("Go to the payment page");
  const thanks = await payment.press("Pay $37.50");
  expect(thanks.url.pathname).toBe("/new-dawn/thank-you");
  expect((await visitor().open("/new-dawn")).text).toContain("$37.50");
});

/** The length of the sleeve in cm, among the measures of a drafted shirt. */
function sleeveOf(pattern: ShownPage): number {
  const row = pattern.getByRole("row", { name: /^Sleeve length/ });
  const [, , finished] = pattern.inside(row).getAllByRole("cell");
  return Number(finished?.textContent);
}

test("sleeves reported 1 cm long are 1 cm shorter in the draft of the next shirt, until the customer leaves that out", async () => {
  const { email, userId, visitor: customer } = await signedInCustomer();
  const purchase = {
    productName: "Savannah Linen Shirt",
    priceUsd: 279,
    email,
    actor: { role: "customer", userId, name: "Asha Persaud", email },
    profile: fullyMeasured("Me", SHIRT_BODY),
  } as const;
  const { tailor } = await signedInTailor();
  const first = await buyToMeasure(customer, purchase);
  const waiting = await tailor.open(`/admin/atelier/patterns/${first.orderItemId}`);
  const usual = await waiting.press("Draft it now");
  await shop().inDatabase((db) => deliverGarment(db, { ...first, at: shop().now() }));
  const page = await customer.open(`/profile/orders/${first.orderId}/garments/${first.garmentId}`);
  const reported = await page.press("Send how it fits", {
    "Sleeves: how": "Too long",
    "Sleeves: by how much": "10",
  });
  expect(reported.text).toContain("Thank you. We remember it");

  const second = await buyToMeasure(customer, purchase);
  const path = `/admin/atelier/patterns/${second.orderItemId}`;
  const drafted = await (await tailor.open(path)).press("Draft it now");
  const earlier = regionText(drafted, "From earlier garments");
  expect(earlier).toContain("Sleeves: 1 cm shorter");
  expect(earlier).toContain("in the draft");
  expect(Math.abs(sleeveOf(drafted) - sleeveOf(usual) + 1)).toBeLessThanOrEqual(0.1);

  const order = await customer.open(`/profile/orders/${second.orderId}`);
  const form = await order.follow("Change this garment");
  const saved = await form.press("Save the change", {
    "Leave out: Sleeves: 1 cm shorter": true,
  });
  expect(saved.getByRole("heading", { name: "Your change is saved" })).toBeDefined();
  const outdated = await tailor.open(path);
  const again = await outdated.press("Draft it from the new contract");
  expect(again.text).toContain("Version 2");
  expect(again.queryByRole("region", { name: "From earlier garments" })).toBeNull();
  expect(Math.abs(sleeveOf(again) - sleeveOf(usual))).toBeLessThanOrEqual(0.1);
});
