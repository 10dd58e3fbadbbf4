import { expect, test } from "vitest";
import { orderNumber } from "#core/document-number.ts";
import { createGroup, createLink } from "#features/body/links/sent-links.server.ts";
import { buyToMeasure } from "#tests/support/requests/buy-to-measure.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { signedInCustomer } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";

const { shop, visitor } = shopSuite();

const SKIRT = "Water Street Pencil Skirt";
/** In cm; unusual, to be found wherever they leak. */
const BIBI: Readonly<Record<string, string>> = {
  height: "166.3",
  waist: "81.3",
  seat: "105.7",
  waistToHips: "11.7",
  waistToSeat: "20.3",
  waistToKnee: "58.3",
  hips: "97.4",
  waistToFloor: "104.2",
};
const saysNumber = (text: string) => /(?<![\w.])(81\.3|84\.6|105\.7|97\.4)(?![\w.])/.test(text);

/** A customer with a link for Bibi. */
async function aBride() {
  const customer = await signedInCustomer();
  const { email, userId } = customer;
  const actor = { role: "customer", userId, name: "Asha", email } as const;
  const link = await shop().inDatabase(async (db) => {
    const deps = { db, measurementBox: shop().measurementBox, clock: { now: shop().now } };
    const submitted = { name: "Wedding of Asha", garment: "skirt" };
    const group = await createGroup(deps, { actor, submitted });
    if (!group.ok) throw new Error(group.error);
    const person = { actor, groupId: group.value, submitted: { personName: "Bibi" } };
    const created = await createLink(deps, person);
    if (!created.ok) throw new Error(created.error);
    return created.value;
  });
  return { ...customer, actor, link };
}

/** Bibi sends the whole form without JavaScript, each value as often as it is asked for, and is done. */
async function measure(
  bibi: Visitor,
  path: string,
  values: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
) {
  const readings = Object.entries(values).flatMap(([name, text]) => [
    [`reading-${name}-0`, text],
    [`reading-${name}-1`, text],
    [`keep-${name}`, `${text} ${text}`],
    [`keep-${name}`, text],
  ]);
  const fields = { intent: "plain-finish", unit: "cm", shownIn: "cm" };
  return bibi.send(path, { ...fields, ...more, ...Object.fromEntries(readings) });
}

test("a bridesmaid who stops before everything is measured is not done, and reads what is left", async () => {
  const { link } = await aBride();
  const bibi = visitor();
  await bibi.send(link.path, { intent: "start", consent: "on" });
  const { waistToFloor: _, ...others } = BIBI;
  const stopped = await measure(bibi, link.path, others, { rest: "on" });
  expect(stopped.text).toContain("You are not done yet");
  expect(stopped.text).toContain("waist to floor");
  expect(stopped.text).not.toContain("Share the numbers");
  const done = await measure(bibi, link.path, BIBI);
  expect(done.text).toContain("You are done");
});

test("a bridesmaid corrects her waist after the order: she sees what became of it, the bride agrees without a number, and the contract follows", async () => {
  const bride = await aBride();
  const bibi = visitor();
  const { id, path } = bride.link;
  await bibi.send(path, { intent: "start", consent: "on" });
  const done = await measure(bibi, path, BIBI);
  expect(done.text).toContain("You are done");

  const { actor, email } = bride;
  const purchase = { actor, email, priceUsd: 0, productName: SKIRT, profile: null, link: id };
  const { orderId } = await buyToMeasure(bride.visitor, purchase);
  const ordered = await bibi.open(path);
  expect(ordered.text).toContain("Ordered with your measurements");
  expect(ordered.text).not.toContain("Your new numbers");

  const corrected = await measure(bibi, path, { ...BIBI, waist: "84.6" });
  const waits = corrected.getByRole("region", { name: `Your new numbers for the ${SKIRT}` });
  expect(textOf(waits)).toContain("Nothing is cut before");
  expect(textOf(waits)).toMatch(/Waist.*81\.3 cm.*84\.6 cm/);

  const subject = `Bibi has measured again (Demerara Atelier ${orderNumber(orderId)})`;
  const mail = await readMailTo(email, subject);
  expect(mail).toContain("Bibi has measured again");
  expect(saysNumber(mail)).toBe(false);
  const waiting = await bride.visitor.open(`/profile/orders/${orderId}`);
  expect(waiting.text).toContain("A change is proposed");
  const [, link] = /https?:\/\/\S+(\/contract\/[0-9a-f]+)/.exec(mail) ?? [];
  const proposal = await visitor().open(link ?? "");
  expect(textOf(proposal.getByRole("table", { name: "What changes" }))).toContain("Waist");
  expect(saysNumber(proposal.html)).toBe(false);
  const approved = await proposal.press("Approve the change");
  expect(approved.getByRole("heading", { level: 1 }).textContent).toBe("You approved this change");

  const after = await bride.visitor.open(`/profile/orders/${orderId}`);
  expect(after.text).toContain("Version 2, ");
  expect(saysNumber(after.html)).toBe(false);
  expect((await bibi.open(path)).text).not.toContain("Your new numbers");
});
