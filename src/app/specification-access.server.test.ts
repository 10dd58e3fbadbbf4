import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { accessHost } from "#tests/support/access-host.ts";
import { addProduct } from "#tests/support/checkout.ts";
import { checkoutFields, readActionData } from "#tests/support/checkout-post.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { newGuest } from "#tests/support/guest.ts";
import { INQUIRY } from "#tests/support/inbox.ts";
import { offerToMeasure } from "#tests/support/made-to-measure.ts";
import { measuredPerson } from "#tests/support/measurements.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";

let database: TestDatabase;
let host: Awaited<ReturnType<typeof accessHost>>;
let productId: string;

// The whole route table is loaded, which takes a minute on a busy machine.
beforeAll(async () => {
  database = await createTestDatabase();
  host = await accessHost(database);
  productId = await addProduct(database.db, { stock: { Custom: null } });
  await offerToMeasure(database.db, productId);
}, 180_000);
afterAll(() => database.close());

async function enter(userId: string): Promise<string> {
  const { cookieName, cookieValue } = await openSession(host.shop.deps.auth, userId);
  return `${cookieName}=${cookieValue}`;
}

/** Signed in, in a browser without a proof. */
async function signedIn(role: "admin" | "customer" = "customer") {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(database.db, { email, role });
  return { userId, email, cookie: await enter(userId) };
}

const ENTERED = {
  fit: "close",
  remarks: "",
  monogram: "",
  choices: "{}",
  profile: JSON.stringify(measuredPerson("Asha", { knee: 375 })),
};
const fitPage = () => `/product/${productId}/made-to-measure`;

/** As the page sends it; the reference, and what the browser got as a proof. */
async function specify(cookie = "") {
  const response = await host.post(`${fitPage()}.data`, ENTERED, cookie);
  const { specification } = readActionData(await response.text());
  const [proof = ""] = response.headers.getSetCookie();
  return { specification: String(specification), proof: proof.split(";")[0] ?? "", set: proof };
}

const lineOf = (specification: string) => ({
  cartItemId: "suit",
  id: productId,
  size: "Custom",
  color: "",
  specification,
  quantity: 1,
  price: null,
});

/** Every request that takes the reference of a specification, and whether it found one. */
const USES: Readonly<Record<string, (reference: string, cookie: string) => Promise<boolean>>> = {
  "the cart's prices": async (reference, cookie) => {
    const response = await host.postJson("/cart/quote", { items: [lineOf(reference)] }, cookie);
    const { quote } = await response.json();
    return quote.lines.length > 0;
  },
  "the checkout": async (reference, cookie) => {
    const before = await database.db.$count(orders);
    const fields = checkoutFields({
      items: [lineOf(reference)],
      customerEmail: `${newId()}@example.com`,
    });
    const response = await host.post("/checkout.data", fields, cookie);
    const { url } = readActionData(await response.text());
    expect((await database.db.$count(orders)) - before).toBe(url ? 1 : 0);
    return Boolean(url);
  },
  "the page of the day it is needed by": async (reference, cookie) =>
    (await host.get(`/checkout/need-by?line=${reference}*1`, cookie)).status === 200,
  "agreeing on a day": async (reference, cookie) => {
    const path = `/checkout/need-by?line=${reference}*1`;
    const response = await host.post(path, { intent: "yes", day: "2027-09-09" }, cookie);
    const { specification: _, ...row } = await rowOf(reference);
    const agreed = response.status === 303;
    expect(row.needBy !== null).toBe(agreed);
    await host.post(path, { intent: "withdraw" }, cookie);
    return agreed;
  },
  "the form that changes the line": async (reference, cookie) =>
    (await host.post(fitPage(), { intent: "change", line: reference }, cookie)).status === 200,
  "changing the line": async (reference, cookie) => {
    const before = await database.db.$count(fitSpecifications);
    await host.post(fitPage(), { intent: "plain", line: reference, fit: "easy" }, cookie);
    return (await database.db.$count(fitSpecifications)) > before;
  },
  "the page of an inquiry": async (reference, cookie) => {
    const path = `/product/${productId}/inquiry.data?size=Custom&specification=${reference}`;
    return (await (await host.get(path, cookie)).text()).includes("unitPrice");
  },
  "an inquiry": async (reference, cookie) => {
    const email = `${newId()}@example.com`;
    const { color: _, ...inquiry } = { ...INQUIRY, size: "Custom", specification: reference };
    const fields = Object.entries({ ...inquiry, email }).map(([name, value]) => [
      name,
      String(value),
    ]);
    const form = { ...Object.fromEntries(fields), additionalNotes: "" };
    await host.post(`/product/${productId}/inquiry.data`, form, cookie);
    const { db } = database;
    return (await db.$count(guyanaSalesInquiries, eq(guyanaSalesInquiries.email, email))) > 0;
  },
};

async function rowOf(id: string) {
  const [row] = await database.db
    .select()
    .from(fitSpecifications)
    .where(eq(fitSpecifications.id, id));
  if (!row) throw new Error("The specification is gone");
  return { ...row, specification: row.id };
}

/** By use, whether the reference is worth something with this cookie. */
async function usesOf(reference: string, cookie: string) {
  const found: Record<string, boolean> = {};
  for (const [name, use] of Object.entries(USES)) found[name] = await use(reference, cookie);
  return found;
}
const allUses = (isFound: boolean) =>
  Object.fromEntries(Object.keys(USES).map((name) => [name, isFound]));

describe("the reference of a guest's specification", () => {
  test("works in her browser, which a cookie proves that no script reads", async () => {
    const { proof, set, specification } = await specify();
    expect(set).toMatch(/^da_browser=[\w-]{43}; Max-Age=17280000; Path=\/; HttpOnly; SameSite=Lax/);
    expect(JSON.stringify(await rowOf(specification))).not.toContain(proof.split("=")[1]);
    expect(await usesOf(specification, proof)).toEqual(allUses(true));
  });

  test("is worth nothing without a proof, in another browser, for an account and for an admin", async () => {
    const { specification } = await specify();
    const strangers = [
      "",
      "da_browser=forged",
      newGuest().cookie,
      (await specify()).proof,
      (await signedIn()).cookie,
      (await signedIn("admin")).cookie,
    ];
    for (const cookie of strangers) {
      expect(await usesOf(specification, cookie), cookie).toEqual(allUses(false));
    }
  });

  test("stays hers when she specifies again and when she signs in", async () => {
    const first = await specify();
    const second = await specify(first.proof);
    expect(second.set).toBe("");
    const { cookie } = await signedIn();
    for (const { specification } of [first, second]) {
      const both = `${cookie}; ${first.proof}`;
      expect(await usesOf(specification, both)).toEqual(allUses(true));
    }
  });

  test("moves to the account with the cart, so that another device orders it and the browser alone no more", async () => {
    const { proof, specification } = await specify();
    const { cookie, userId } = await signedIn();
    const foreign = await specify();
    const { cartItemId: _, price: __, ...line } = lineOf(specification);
    const cart = [line, { ...line, specification: foreign.specification }];
    const sent = cart.map((each) => ({ ...each, agoMs: 0, guest: true }));
    const body = { storedFor: null, cart: sent, wishlist: [] };
    expect((await host.postJson("/cart/sync", body, `${cookie}; ${proof}`)).status).toBe(200);
    expect(await usesOf(specification, await enter(userId))).toEqual(allUses(true));
    expect(await usesOf(specification, proof)).toEqual(allUses(false));
    expect((await rowOf(foreign.specification)).userId).toBeNull();
    expect(await usesOf(foreign.specification, cookie)).toEqual(allUses(false));
  });
});

describe("the reference of an account's specification", () => {
  test("is worth nothing to a guest, another account and an admin, also after the account is deleted", async () => {
    const { cookie, userId } = await signedIn();
    const { set, specification } = await specify(cookie);
    expect(set).not.toContain("da_browser");
    expect(await usesOf(specification, cookie)).toEqual(allUses(true));
    const strangers = [
      "",
      newGuest().cookie,
      (await signedIn()).cookie,
      (await signedIn("admin")).cookie,
    ];
    const refuse = async () => {
      for (const stranger of strangers) {
        expect(await usesOf(specification, stranger), stranger).toEqual(allUses(false));
      }
    };
    await refuse();
    // What a deletion of the account that leaves the row would do to it.
    await database.db
      .update(fitSpecifications)
      .set({ userId: null })
      .where(eq(fitSpecifications.userId, userId));
    await refuse();
  });
});

test("what guests stored before browsers were proven works by its reference, and what accounts stored does not", async () => {
  const { specification } = await specify();
  const { browser: _, specification: __, ...row } = await rowOf(specification);
  const before = newId();
  // The row as the migration leaves it; its reference is in its sealed part, so only what needs no measurements can be tried.
  await database.db
    .insert(fitSpecifications)
    .values({ ...row, id: before, browser: null, byReference: true });
  for (const cookie of ["", newGuest().cookie, (await signedIn()).cookie]) {
    expect(await USES["the cart's prices"]?.(before, cookie)).toBe(true);
    expect(await USES["the page of the day it is needed by"]?.(before, cookie)).toBe(true);
  }
});
