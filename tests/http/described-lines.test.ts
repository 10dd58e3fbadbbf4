import { asc, eq } from "drizzle-orm";
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { finishGarments, garmentsOf } from "#tests/support/production.ts";
import type { EnteredLine } from "#tests/support/requests/described-order.ts";
import { fillCart } from "#tests/support/requests/described-order.ts";
import { GEORGETOWN } from "#tests/support/requests/purchase.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { signInStaff } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";
import { decodeMail, mailsWith } from "#tests/support/shop/mail-files.ts";

const { customer: newCustomer, shop, visitor } = shopSuite();

/** How many random orders are walked; `DESCRIBED_ORDERS=200` walks as many as the specification names. */
const ORDERS = Number(process.env.DESCRIBED_ORDERS ?? 1);
const FIRST_SEED = Number(process.env.DESCRIBED_SEED ?? 1);

/** Documents break lines and set columns where pages have blanks and colons. */
const plain = (text: string) => text.normalize("NFC").replaceAll(/[\s:·]/g, "");

/** What every place says of a line, as it was entered; computed here, so that no code of the shop decides what is expected. */
function expectedOf(line: EnteredLine): string[] {
  const { color, fit, monogram, options, productName, wearer } = line;
  return [
    productName,
    `for ${wearer}`,
    "Custom",
    ...(color ? [color] : []),
    ...options.map(({ choice, group }) => `${group}: ${choice}`),
    `Fit: ${fit}`,
    ...(monogram ? [`Monogram: ${monogram}`] : []),
  ];
}

/** Everything that a place leaves out of these lines, or says of a color that the cloth has replaced. */
function faultsOf(where: string, text: string, lines: readonly EnteredLine[]): string[] {
  const said = plain(text);
  const missing = lines
    .flatMap(expectedOf)
    .filter((fact) => !said.includes(plain(fact)))
    .map((fact) => `${where} leaves out “${fact}”`);
  const stale = lines
    .flatMap(({ replaced }) => replaced || [])
    .filter((color) =>
      [`Custom, ${color}`, `Color: ${color}`].some((text) => said.includes(plain(text))),
    )
    .map((color) => `${where} says “${color}”`);
  return [...new Set([...missing, ...stale])];
}

async function pdfText(reader: Visitor, path: string): Promise<string> {
  const response = await reader.request(path);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), {
    mergePages: true,
  });
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** The words of a page that nothing is pressed on; reading it as text costs a tenth of a parsed document. */
async function pageText(reader: Visitor, path: string): Promise<string> {
  const first = await reader.request(path);
  const target = first.headers.get("location");
  const response = target === null ? first : await reader.request(target);
  const html = await response.text();
  const [, body = ""] = html.split(/<body[^>]*>/);
  return body
    .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** The order of a customer with its lines, in the order of the cart. */
async function orderOf(email: string) {
  return shop().inDatabase(async (db) => {
    const items = await db
      .select({ orderId: orders.id, itemId: orderItems.id })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(eq(orders.customerEmail, email))
      .orderBy(asc(orderItems.position));
    const made = await Promise.all(
      items.map(async ({ itemId }) => {
        const [garment] = await garmentsOf(db, itemId);
        return { itemId, garmentId: garment?.id ?? "" };
      }),
    );
    return { orderId: items[0]?.orderId ?? "", made };
  });
}

const mailOf = (email: string, kind: string) =>
  shop().inDatabase(async (db) => {
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
    const mail = mails.find((each) => each.kind === kind);
    return mail ? `${mail.subject} ${mail.textBody}` : "";
  });

const openedLinks = new Set<string>();

/** The private links of proposals to an address that nobody has opened, once the shop has sent one. */
async function proposalLinks(email: string): Promise<readonly string[]> {
  const read = async () =>
    (await mailsWith([`To: ${email}`]))
      .map((mail) => /\/contract\/[0-9a-f]+/.exec(decodeMail(mail))?.[0] ?? "")
      .filter((path) => path !== "" && !openedLinks.has(path));
  await expect.poll(async () => (await read()).length, { message: "a proposal" }).toBe(1);
  return read();
}

/** A proposal of the atelier, which its customer approves by the link in the email; returns what its page says. */
async function approveProposal(
  tailor: Visitor,
  { email, itemId, orderId }: { email: string; itemId: string; orderId: string },
): Promise<string> {
  const contract = await tailor.open(`/admin/orders/${orderId}/contracts/${itemId}`);
  const opened = await contract.press("Open measurements", { Purpose: "Checking the fit" });
  await opened.press("Send the proposal to the customer", {
    Remarks: `Seam ${itemId.slice(-4)} stays wide`,
    "Note to the customer": "So that it can be let out.",
  });
  const [link = ""] = await proposalLinks(email);
  openedLinks.add(link);
  const proposal = await visitor().open(link);
  const approved = await proposal.press("Approve the change");
  expect(approved.text).toContain("You approved this change");
  return proposal.text;
}

const seeds = Array.from({ length: ORDERS }, (_, index) => FIRST_SEED + index);

test.each(seeds)(
  "every page, email and document from the cart to the parcel says all that was ordered for each wearer (seed %i)",
  async (seed) => {
    const { email, visitor: buyer } = await newCustomer();
    const faults: string[] = [];
    const { cart, lines } = await fillCart(buyer, seed);
    const check = (where: string, text: string, of: readonly EnteredLine[] = lines) =>
      faults.push(...faultsOf(where, text, of));

    check("The cart", cart.text);
    const payment = await cart.press("Proceed to Payment", { Email: email });
    check("The payment page", payment.text);
    const success = await payment.press(/^Pay /, GEORGETOWN);
    check("The page after the payment", success.text);
    check("The confirmation", await mailOf(email, "order-confirmation"));

    const { made, orderId } = await orderOf(email);
    const account = `/profile/orders/${orderId}`;
    const order = await buyer.open(account);
    check("The order", order.text);
    check("The receipt", await pageText(buyer, `${account}/receipt`));
    const contracts = order.getByRole("region", { name: "What we agreed" });
    check("The contract", contracts.textContent ?? "");
    check("The contract's PDF", await pdfText(buyer, `${account}/documents/contract`));
    const garments = order.getByRole("region", { name: "In the atelier" }).textContent ?? "";
    for (const { productName, wearer } of lines) {
      expect(garments).toContain(`${productName} for ${wearer} is “Received”`);
    }

    const tailor = visitor();
    await signInStaff(tailor, { isAtelier: true });
    const office = `/admin/orders/${orderId}`;
    check("The office's order", await pageText(tailor, office));
    check("The board", await pageText(tailor, "/admin/atelier/production"));
    for (const [index, { garmentId, itemId }] of made.entries()) {
      const own = lines.slice(index, index + 1);
      check("The proposal", await approveProposal(tailor, { email, itemId, orderId }), own);
      const page = `/admin/atelier/production/${garmentId}`;
      check("The garment", await pageText(tailor, page), own);
      check(
        "The ticket",
        await pdfText(tailor, `${page.replace(garmentId, "")}tickets.pdf?id=${garmentId}`),
        own,
      );
      check("The work document", await pdfText(tailor, `${office}/documents/work-${itemId}`), own);
      check("The pattern", await pageText(tailor, `/admin/atelier/patterns/${itemId}`), own);
      await shop().inDatabase((db) => finishGarments(db, itemId));
      check("The label", await pdfText(tailor, `${page}/label.pdf`), own);
    }
    check("The packing slip", await pdfText(tailor, `${office}/packing-slip.pdf`));
    const finished = await tailor.open(office);
    const sent = await finished.press(/^Send the parcel/, { Carrier: "DHL" });
    check("The parcel on the office's page", sent.text);
    check("The dispatch mail", await mailOf(email, "shipped"));
    check("The parcel on the customer's page", await pageText(buyer, account));
    expect(faults).toEqual([]);
  },
);
