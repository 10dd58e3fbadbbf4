import { describe, expect, it } from "vitest";
import { productImages } from "#db/schema/catalog.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addImage, addProduct } from "#tests/support/catalog.ts";
import { addInquiry, addMessage } from "#tests/support/inbox.ts";
import type { InboxFilter } from "./inbox-entry.ts";
import { ENTRIES_A_PAGE, readInboxFilter } from "./inbox-entry.ts";
import { findInboxEntry, listInbox, listNearPromise } from "./inbox-list-queries.server.ts";

const bench = adminSuite();
const everything = readInboxFilter(new URLSearchParams());
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

async function list(filter: Partial<InboxFilter> = {}) {
  const { db, actor } = bench;
  const found = await listInbox(db, { actor, filter: { ...everything, ...filter } });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

const names = async (filter?: Partial<InboxFilter>) =>
  (await list(filter)).rows.map((row) => row.name);

async function aFullInbox() {
  const { db } = bench;
  await addMessage(db, { fullName: "Closed", status: "closed", createdAt: at(1) });
  await addInquiry(db, { firstName: "Second", lastName: "Due", createdAt: at(5) });
  await addMessage(db, { fullName: "Answered", status: "answered", createdAt: at(9) });
  await addMessage(db, { fullName: "First Due", kind: "volunteer", subject: "", createdAt: at(4) });
  await addMessage(db, { fullName: "Third Due", createdAt: at(8) });
}

describe("the inbox", () => {
  it("lists the entries nearest to their deadline first, then the newest", async () => {
    await aFullInbox();
    expect(await names()).toEqual(["First Due", "Second Due", "Third Due", "Answered", "Closed"]);
  });

  it("is filtered by kind and status, and counts both under the search", async () => {
    await aFullInbox();
    expect(await names({ kind: "volunteer" })).toEqual(["First Due"]);
    expect(await names({ kind: "contact", status: "new" })).toEqual(["Third Due"]);
    const { counts } = await list({ search: "due", status: "closed" });
    expect(counts).toHaveLength(3);
    expect(counts).toContainEqual({ kind: "inquiry", status: "new", count: 1 });
  });

  it.each([
    ["asha@EXAMPLE", "an address"],
    ["persaud", "a name"],
    ["kaieteur", "a product"],
    ["is it lined", "words"],
  ])("finds %j, %s, in any case", async (search) => {
    await addInquiry(bench.db);
    await addMessage(bench.db);
    expect(await names({ search })).toEqual(["Asha Persaud"]);
  });

  it.each(["%", "_", "\\", "'; drop table contact_messages; --"])(
    "searches for %j literally",
    async (search) => {
      await addMessage(bench.db);
      expect(await names({ search })).toEqual([]);
    },
  );

  it("shows its last page for a page beyond it", async () => {
    for (let number = 0; number <= ENTRIES_A_PAGE; number += 1) {
      await addMessage(bench.db, { createdAt: at(number % 24) });
    }
    expect(await list({ page: 99 })).toMatchObject({ page: 2, pageCount: 2, rows: [{}] });
  });

  it("names the entry whose reply is due next, without the open one", async () => {
    await aFullInbox();
    const { db, actor } = bench;
    const [first] = (await list()).rows;
    const due = await listNearPromise(db, { actor, most: 2, besides: first?.id ?? "" });
    expect(due).toMatchObject({ ok: true, value: [{ name: "Second Due" }, { name: "Third Due" }] });
  });
});

describe("an entry", () => {
  it("of the Guyana Sales dialog has the product with its image, the address and the phone", async () => {
    const { db, actor } = bench;
    const productId = await addProduct(db, "Kaieteur Gown");
    const mediaId = await addImage(db, "gown");
    await db.insert(productImages).values({ productId, mediaId, altText: "" });
    const entryId = await addInquiry(db, { productId, postalCode: "413741" });
    expect(await findInboxEntry(db, { actor, entryId })).toMatchObject({
      ok: true,
      value: {
        kind: "inquiry",
        name: "Asha Persaud",
        calledBy: "Asha",
        canBeMailed: true,
        phone: "+592 555 0100",
        address: ["Lot 12", "Camp Street", "Georgetown, 413741"],
        text: "For a wedding.\nIs it lined?",
        product: {
          path: `/product/${productId}`,
          image: { id: mediaId, focalX: 0.25 },
          size: "M",
          colorName: "Pearl",
          quantity: 2,
        },
      },
    });
  });

  it("outlives its product, and says when no email reaches its sender", async () => {
    const { db, actor } = bench;
    const productId = await addProduct(db, "Kaieteur Gown", { deletedAt: new Date(0) });
    const entryId = await addInquiry(db, { productId, email: "call me" });
    expect(await findInboxEntry(db, { actor, entryId })).toMatchObject({
      value: { canBeMailed: false, product: { name: "Kaieteur Gown", path: null } },
    });
  });

  it.each(["nonsense", "0198f000-0000-7000-8000-000000000001", "'; --"])(
    "with the unknown id %s is not found",
    async (entryId) => {
      const { db, actor } = bench;
      const found = await findInboxEntry(db, { actor, entryId });
      expect(found).toEqual({ ok: false, error: "not_found" });
    },
  );
});

it("is read by an admin only", async () => {
  const entryId = await addMessage(bench.db);
  for (const actor of bench.strangers) {
    const refused = { ok: false, error: "forbidden" };
    expect(await listInbox(bench.db, { actor, filter: everything })).toEqual(refused);
    expect(await listNearPromise(bench.db, { actor, most: 3 })).toEqual(refused);
    expect(await findInboxEntry(bench.db, { actor, entryId })).toEqual(refused);
  }
});
