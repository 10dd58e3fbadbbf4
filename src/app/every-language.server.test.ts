import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse as parseCsv } from "csv-parse/sync";
import { and, eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shownEmail } from "#core/shown-email.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { readAddress } from "#features/base/identity/read-address.server.ts";
import { deliverEmail } from "#features/base/mail/deliver-email.server.ts";
import { createSpecification } from "#features/garments/specification/create-specification.server.ts";
import { exportAccount } from "#features/office/customers/export-account.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import { exportOrders } from "#features/orders/order/list/export-orders.server.ts";
import { readOrderFilter } from "#features/orders/order/list/order-filter.ts";
import { listOrders } from "#features/orders/order/list/order-list-queries.server.ts";
import {
  writeContract,
  writeWorkDocument,
} from "#features/sales/documents/write-contract.server.ts";
import type { PdfFile } from "#features/sales/documents/write-documents.server.ts";
import {
  writeInvoice,
  writePackingSlip,
} from "#features/sales/documents/write-documents.server.ts";
import { writeLabel } from "#features/sales/documents/write-label.server.ts";
import { writeTickets } from "#features/sales/documents/write-tickets.server.ts";
import { settleSession } from "#features/sales/payments/settle-session.server.ts";
import type { Mailer } from "#platform/mailer.server.ts";
import { createMailer } from "#platform/mailer.server.ts";
import { HOME } from "#tests/support/addresses.ts";
import type { CheckoutBench } from "#tests/support/checkout.ts";
import { addProduct, checkoutBench, placed, requestFor } from "#tests/support/checkout.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { offerToMeasure } from "#tests/support/made-to-measure.ts";
import { measuredPerson } from "#tests/support/measurements.ts";
import { finishGarments, garmentsOf, staffMember } from "#tests/support/production.ts";
import { ORDERED_NAMES } from "#tests/support/sample-names.ts";
import { createCustomer, inSession } from "#tests/support/sessions.ts";

let database: TestDatabase;
let bench: CheckoutBench;
let mailFolder: string;
let mailer: Mailer;
let productId: string;
let tailor: SignedIn & { role: "admin"; sessionId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  bench = checkoutBench(database.db);
  mailFolder = await mkdtemp(join(tmpdir(), "atelier-mail-"));
  const from = "Demerara Atelier <atelier@demerara.example>";
  mailer = createMailer({ smtpUrl: undefined, from, directory: mailFolder });
  productId = await addProduct(bench.db, { name: "Coat", stock: { Custom: null } });
  await offerToMeasure(bench.db, productId);
  tailor = await inSession(bench.db, await staffMember(bench.db, true), bench.clock.now());
});
afterAll(async () => {
  mailer.close();
  await rm(mailFolder, { recursive: true });
  await database.close();
});

/** Without blanks, and without the joiners that some readers of a PDF drop. */
const lettersOf = (text: string) => text.normalize("NFC").replaceAll(/[\s\u200c\u200d]/g, "");

/** Whether a PDF has a text. Its reader moves the vowels above and below the letters of Divehi, which are left out there. */
function isPrinted(text: string, printed: string): boolean {
  const lettersIn = (from: string) =>
    /\p{scx=Thaana}/u.test(text) ? lettersOf(from).replaceAll(/\p{M}/gu, "") : lettersOf(from);
  return lettersIn(printed).includes(lettersIn(text));
}

type Person = { name: string; street: string };

/** A coat that is measured for a person, ordered with her account, sent to her street and paid. */
async function order({ name, street }: Person) {
  const { db } = bench;
  const email = `wearer-${(await db.$count(orderItems)) + 1}@xn--bcher-kva.example`;
  const userId = await createCustomer(db, { email, name, firstName: name, lastName: "" });
  const actor = { role: "customer", userId, name, email } as const;
  const specified = await createSpecification(bench, {
    actor,
    network: "203.0.113.7",
    productId,
    submitted: {
      fit: "close",
      remarks: "",
      monogram: "",
      choices: {},
      profile: measuredPerson(name, { knee: 375 }),
    },
  });
  if (!specified.ok) throw new Error(JSON.stringify(specified.error));
  const address = readAddress({ ...HOME, fullName: name, line1: street });
  if (!address.ok) throw new Error(JSON.stringify(address.error));
  const request = requestFor(productId, { size: "Custom", customerEmail: email });
  const lines = request.lines.map((line) => ({
    ...line,
    specification: specified.value.specification,
  }));
  const placedOrder = await placed(bench, { ...request, lines, actor });
  await bench.payments.controls.pay(placedOrder.sessionId, {
    optionId: "standard",
    address: address.value,
  });
  const session = await bench.payments.readSession(placedOrder.sessionId);
  if (!session) throw new Error("no session");
  await settleSession(bench, "test", session);
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, placedOrder.id));
  if (!item) throw new Error("no line");
  return { orderId: placedOrder.id, item, actor, email };
}

async function textOf(written: { ok: boolean } & Partial<{ value: PdfFile; error: unknown }>) {
  if (!written.value) throw new Error(`No document was written: ${JSON.stringify(written.error)}`);
  const { text } = await extractText(new Uint8Array(written.value.bytes), { mergePages: true });
  return text;
}

type Ordered = Awaited<ReturnType<typeof order>>;

/** Every paper of an order by its name. */
async function documentsOf({ actor, item, orderId }: Ordered): Promise<Record<string, string>> {
  const { db } = bench;
  const deps = { ...bench, publicUrl: "https://shop.example" };
  const ofShop = { actor: tailor, orderId, reader: "shop" } as const;
  const [garment] = await garmentsOf(db, item.id);
  const garmentId = garment?.id ?? "";
  await finishGarments(db, item.id);
  return {
    invoice: await textOf(await writeInvoice(deps, ofShop)),
    slip: await textOf(await writePackingSlip(deps, { actor: tailor, orderId, shipmentId: null })),
    contract: await textOf(await writeContract(deps, { actor, orderId })),
    "work document": await textOf(
      await writeWorkDocument(deps, { actor: tailor, orderId, orderItemId: item.id }),
    ),
    ticket: await textOf(await writeTickets(deps, { actor: tailor, ids: [garmentId] })),
    label: await textOf(await writeLabel(deps, { actor: tailor, garmentId })),
  };
}

/** The papers that name a street. */
const ADDRESSED = ["invoice", "slip"];

/** The confirmation as the file that a mail server receives, read by a parser of its own. */
async function confirmationTo(email: string): Promise<string> {
  const { db } = bench;
  const [mail] = await db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, email), eq(mailOutbox.kind, "order-confirmation")));
  if (!mail) throw new Error("no confirmation");
  const deps = { db, mailer, clock: bench.clock, emails: emailRegistry, processId: "test" };
  const before = new Set(await readdir(mailFolder));
  await deliverEmail(deps, { mailId: mail.id });
  const [name = ""] = (await readdir(mailFolder)).filter((file) => !before.has(file));
  const parsed = await PostalMime.parse(await readFile(join(mailFolder, name)));
  return `${parsed.subject} ${parsed.text}`;
}

async function csvRowOf(orderId: string): Promise<Record<string, string>> {
  const exported = await exportOrders(bench, {
    actor: tailor,
    filter: readOrderFilter(new URLSearchParams()),
  });
  if (!exported.ok) throw new Error(exported.error);
  let file = "";
  for await (const part of exported.value) file += part;
  const rows: Record<string, string>[] = parseCsv(file, { columns: true, bom: true });
  return rows.find(({ Order = "" }) => orderId.startsWith(Order) || Order === orderId) ?? {};
}

/** Whether the owner's search of orders finds an order by these words. */
async function isFound(text: string, orderId: string): Promise<boolean> {
  const filter = readOrderFilter(new URLSearchParams({ q: text }));
  const found = await listOrders(bench.db, { actor: tailor, filter });
  return found.ok && found.value.rows.some(({ id }) => id === orderId);
}

test.each(ORDERED_NAMES)(
  "$language: name and street are the same on every paper, in the mail, the list and the export",
  async ({ name, street }) => {
    const ordered = await order({ name, street });
    expect(ordered.item.wearer).toBe(name);
    const faults: string[] = [];
    for (const [document, text] of Object.entries(await documentsOf(ordered))) {
      const ofInvoice = document === "invoice" ? [shownEmail(ordered.email)] : [];
      const texts = ADDRESSED.includes(document) ? [name, street, ...ofInvoice] : [name];
      for (const each of texts) {
        if (!isPrinted(each, text)) faults.push(`${document}: ${each}`);
      }
    }
    const shown = shownEmail(ordered.email);
    expect(shown).toMatch(/@bücher\.example$/);
    const mail = await confirmationTo(ordered.email);
    for (const each of [name, street]) if (!mail.includes(each)) faults.push(`mail: ${each}`);
    const row = await csvRowOf(ordered.orderId);
    expect(row).toMatchObject({
      Customer: name,
      Email: shown,
      Pieces: `1 x Coat for ${name}, Custom`,
    });
    for (const text of [name, name.toLowerCase(), name.split(" ")[0] ?? ""])
      if (!(await isFound(text, ordered.orderId))) faults.push(`search: ${text}`);
    const actor = await inSession(bench.db, ordered.actor, bench.clock.now());
    const exported = await exportAccount({ ...bench, files: {} as never }, { actor });
    if (!exported.ok) throw new Error(exported.error);
    expect(exported.value.profile).toMatchObject({ email: shown });
    const json: string = JSON.stringify(exported.value.orders);
    expect(json).not.toContain("xn--");
    for (const each of [name, street, shown])
      if (!json.includes(JSON.stringify(each).slice(1, -1))) faults.push(`export: ${each}`);
    expect(faults).toEqual([]);
  },
);
