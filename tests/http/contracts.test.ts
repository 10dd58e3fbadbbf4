import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderNumber } from "#core/document-number.ts";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { proposalColumn } from "#features/garments/proposals/stored-proposals.server.ts";
import { createContractedOrder, testSpecification, testTerms } from "#tests/support/contracts.ts";
import { DEMO_SUIT, demoLine } from "#tests/support/demo-garments.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { openMeasurements } from "#tests/support/requests/open-measurements.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { signedInCustomer, signInAs, signInStaff } from "#tests/support/requests/sign-in.ts";
import { createCustomer } from "#tests/support/sessions.ts";

const { shop, visitor } = shopSuite();

const SEND = "Send the proposal to the customer";
const AGREED = "81.3 cm (32 in)";
const PROPOSED = "83 cm (32 5/8 in)";

type Owner = { customerEmail: string; userId?: string };

const storeOrder = (owner: Owner) =>
  shop().inDatabase((db) => createContractedOrder(db, { ...owner, box: shop().measurementBox }));

const region = (page: ShownPage, name: string) => page.getByRole("region", { name });

type Line = { orderId: string; orderItemId: string };

const contractPath = ({ orderId, orderItemId }: Line) =>
  `/admin/orders/${orderId}/contracts/${orderItemId}`;

async function tailorOf() {
  const tailor = visitor();
  await signInStaff(tailor, { isAtelier: true });
  return tailor;
}

/** The contract's page with its measurements, which a tailor opened for a purpose. */
async function openAsTailor(tailor: ReturnType<typeof visitor>, line: Line): Promise<ShownPage> {
  const contract = await tailor.open(contractPath(line));
  return contract.press("Open measurements", { Purpose: "Checking the fit" });
}

async function propose(tailor: ReturnType<typeof visitor>, line: Line): Promise<ShownPage> {
  const opened = await openAsTailor(tailor, line);
  return opened.press(SEND, { "Waist (cm)": "83", "Note to the customer": "More room to sit." });
}

async function lookUp(line: Line, email: string, guest = visitor()): Promise<ShownPage> {
  const lookup = await guest.open("/order-lookup");
  return lookup.press("Find your order", {
    "Order Number": orderNumber(line.orderId),
    Email: email,
  });
}

/** The path of the private link in the customer's mail. */
async function linkIn(email: string): Promise<string> {
  const mail = await readMailTo(email);
  const [, path] = /https?:\/\/\S+(\/contract\/[0-9a-f]+)/.exec(mail) ?? [];
  if (!path) throw new Error("The mail has no link");
  return path;
}

test("the customer approves a proposal through the link in the mail, which has no number, and both versions are there", async () => {
  const { email, userId, visitor: customer } = await signedInCustomer();
  const line = await storeOrder({ userId, customerEmail: email });
  const tailor = await tailorOf();
  const opened = await openAsTailor(tailor, line);
  expect(textOf(region(opened, "Measurements of Asha"))).toContain(AGREED);

  const refused = await opened.press(SEND, {
    "Waist (cm)": "wide",
    "Note to the customer": "More room to sit.",
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Please enter a number, such as 97.5.");
  const waist = refused.getByLabelText<HTMLInputElement>("Waist (cm)");
  expect([waist.value, waist.getAttribute("aria-invalid")]).toEqual(["wide", "true"]);
  const note = refused.getByLabelText<HTMLTextAreaElement>("Note to the customer");
  expect(note.value).toBe("More room to sit.");
  const sent = await refused.press(SEND, { "Waist (cm)": "83" });
  expect(sent.text).toContain("No mail server is set: the email is only stored");

  expect(await readMailTo(email)).not.toMatch(/8[13](\.3)? cm/);
  const proposal = await visitor().open(await linkIn(email));
  expect(textOf(proposal.getByRole("table", { name: "What changes" }))).toContain(PROPOSED);
  const approved = await proposal.press("Approve the change");
  expect(approved.getByRole("heading", { level: 1 }).textContent).toBe("You approved this change");

  const order = await customer.open(`/profile/orders/${line.orderId}`);
  const agreed = region(order, "What we agreed");
  expect(textOf(agreed)).toContain(PROPOSED);
  const [former] = [...agreed.querySelectorAll("details")].filter((each) =>
    textOf(each).startsWith("Version 1, "),
  );
  expect(former && textOf(former)).toContain(AGREED);
  const pdf = await customer.request(`/profile/orders/${line.orderId}/documents/contract`);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await customer.open("/profile/measurements")).text).toContain("Checking the fit");
  const removal = await customer.open("/profile/delete");
  expect(removal.text).toContain("A made-to-measure piece is not finished");
});

test("a customer who approves in two tabs learns in the second how it ended", async () => {
  const { email, userId, visitor: customer } = await signedInCustomer();
  const line = await storeOrder({ userId, customerEmail: email });
  const token = `${newId()}${newId()}`.replaceAll("-", "");
  await shop().inDatabase(async (db) => {
    const usual = testSpecification();
    const waist = { value: 830, confidence: 1, readings: 1, confirmed: true };
    const specification = { ...usual, measurements: { ...usual.measurements, waist } };
    const id = newId();
    const note = "The waist reads small beside the chest. May we cut it with more room?";
    const content = { specification, terms: testTerms(), note };
    await db.insert(contractProposals).values({
      id,
      orderItemId: line.orderItemId,
      baseVersion: 1,
      tokenHash: hashSecret(token),
      sealed: proposalColumn.seal(shop().measurementBox, { id }, content),
    });
  });
  const before = await customer.open(`/profile/orders/${line.orderId}`);
  expect(textOf(region(before, "What we agreed"))).toContain("98.7 cm (38 7/8 in)");
  expect(textOf(region(before, "What we agreed"))).toContain("A change is proposed");

  const first = await visitor().open(`/contract/${token}`);
  const second = await customer.open(`/contract/${token}`);
  for (const tab of [first, second]) {
    const ended = await tab.press("Approve the change");
    expect(ended.getByRole("heading", { level: 1 }).textContent).toBe("You approved this change");
  }
  const stored = await shop().inDatabase((db) =>
    db
      .select({ status: contractProposals.status })
      .from(contractProposals)
      .where(eq(contractProposals.orderItemId, line.orderItemId)),
  );
  expect(stored).toEqual([{ status: "approved" }]);
});

test("a guest opens the contract's PDF from the lookup with a code, in this browser alone, and declines a change with a reason that the atelier reads", async () => {
  const email = `rosa-${newId()}@example.org`;
  const line = await storeOrder({ customerEmail: email });
  const tailor = await tailorOf();
  expect((await propose(tailor, line)).text).toContain("waits for the customer");

  const link = await linkIn(email);
  const guest = visitor();
  const locked = await lookUp(line, email, guest);
  expect(textOf(region(locked, "What we agreed"))).toContain("A change is proposed");
  expect(locked.text).not.toContain(AGREED);
  const found = await openMeasurements(locked, email);
  const agreed = region(found, "What we agreed");
  expect(textOf(agreed)).toContain("A change is proposed");
  expect(textOf(agreed)).toContain(AGREED);
  const pdf = found
    .inside(agreed)
    .getByRole<HTMLAnchorElement>("link", { name: /^Contract with measurements \(PDF\)/ });
  expect(pdf.search).toBe("");
  const proven = await guest.request(pdf.pathname);
  expect([proven.status, proven.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const unproven = await visitor().request(pdf.pathname);
  expect(unproven.status).toBe(302);
  expect(unproven.headers.get("location")).toMatch(/^\/auth\?/);

  const proposal = await visitor().open(link);
  const declined = await proposal.press("Decline the change", {
    Reason: "I like it close at the waist.",
  });
  expect(declined.getByRole("heading", { level: 1 }).textContent).toBe("You declined this change");
  const contract = await openAsTailor(tailor, line);
  expect(contract.text).toContain("The customer: I like it close at the waist.");
  expect(textOf(region(contract, "Versions"))).toContain(": declined");
  const afterwards = textOf(region(await lookUp(line, email, guest), "What we agreed"));
  expect(afterwards).toContain(AGREED);
  expect(afterwards).not.toContain("A change is proposed");
});

test("a change without a response has ended after 31 days for the customer and for the atelier, which sends it again as it was", async () => {
  const email = `rosa-${newId()}@example.org`;
  const line = await storeOrder({ customerEmail: email });
  const tailor = await tailorOf();
  expect((await propose(tailor, line)).text).toContain("waits for the customer");
  const createdAt = new Date(shop().now().getTime() - 31 * DAY_MS);
  await shop().inDatabase((db) =>
    db
      .update(contractProposals)
      .set({ createdAt })
      .where(eq(contractProposals.orderItemId, line.orderItemId)),
  );

  const agreed = textOf(region(await lookUp(line, email), "What we agreed"));
  expect(agreed).toContain("A proposed change has ended");
  expect(agreed).not.toContain("A change is proposed");
  expect((await visitor().open(await linkIn(email))).status).toBe(410);
  const contract = await tailor.open(contractPath(line));
  expect(textOf(region(contract, "Versions"))).toContain("ended without an answer");
  expect(contract.queryByRole("button", { name: "Withdraw the proposal" })).toBeNull();

  const opened = await openAsTailor(tailor, line);
  expect(opened.getByLabelText<HTMLInputElement>("Waist (cm)").value).toBe("83");
  expect(opened.getByLabelText<HTMLTextAreaElement>("Note to the customer").value).toBe(
    "More room to sit.",
  );
  const versions = textOf(region(await opened.press(SEND), "Versions"));
  expect(versions).toContain("waits for the customer");
  expect(versions).toContain("ended without an answer");
  const again = textOf(region(await lookUp(line, email), "What we agreed"));
  expect(again).toContain("A change is proposed");
});

/** A guest's suit that was sent back as defective and has arrived. */
async function returnDefectiveSuit(email: string): Promise<Line> {
  return shop().inDatabase(async (db) => {
    const order = await createContractedOrder(db, {
      customerEmail: email,
      box: shop().measurementBox,
      lines: [await demoLine(db, DEMO_SUIT)],
    });
    const returnRequestId = newId();
    await db.insert(returnRequests).values({
      id: returnRequestId,
      orderId: order.orderId,
      authorizationNumber: `RA-${newId().slice(-8).toUpperCase()}`,
      status: "received",
      reason: "defective",
      receivedAt: shop().now(),
    });
    await db.insert(returnRequestItems).values({
      returnRequestId,
      orderItemId: order.orderItemId,
      quantity: 1,
      receivedQuantity: 1,
    });
    return order;
  });
}

test("the owner has a defective suit made again, and the customer has a second contract with the same measurements", async () => {
  const email = `rosa-${newId()}@example.org`;
  const line = await returnDefectiveSuit(email);
  const owner = visitor();
  const account = { email: `owner-${newId()}@example.org`, role: "admin" } as const;
  await signInAs(owner, await shop().inDatabase((db) => createCustomer(db, account)));
  const order = await owner.open(`/admin/orders/${line.orderId}`);
  const instead = order.getByLabelText<HTMLSelectElement>(`Instead of ${DEMO_SUIT}, Custom`);
  const [again] = [...instead.options].filter(({ text }) =>
    text.includes("made again to its contract"),
  );
  if (!again) throw new Error("The suit cannot be made again");
  const exchanged = await order.press("Exchange and tell the customer", {
    [`Instead of ${DEMO_SUIT}, Custom`]: again.value,
  });
  const contracts = region(exchanged, "Made to measure");
  expect(textOf(contracts)).toContain("Made again at no charge");
  expect(
    exchanged.inside(contracts).getAllByRole("link", { name: /^Open the contract/ }),
  ).toHaveLength(2);

  const mail = await readMailTo(email);
  expect(mail).toContain("cut to its contract once more");
  expect(mail).not.toMatch(/98\.7 cm|38 7\/8|Chest/);
  const found = await openMeasurements(await lookUp(line, email), email);
  const agreed = region(found, "What we agreed");
  expect(found.inside(agreed).getAllByText("98.7 cm (38 7/8 in)")).toHaveLength(2);
  expect(textOf(agreed)).toContain("Made again at no charge");
});
