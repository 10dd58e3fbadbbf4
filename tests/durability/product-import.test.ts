import { Client } from "pg";
import { expect, test } from "vitest";
import { killTree, shopUrlOf } from "../support/shop/shop-process.ts";
import { shopSuite } from "./shop-suite.ts";

const { dataDir, start } = shopSuite();
const ADMIN = { ADMIN_USERNAME: "owner", ADMIN_PASSWORD: "tape-and-chalk-1966", SEED: "none" };
const PRODUCTS = 600;

const file = () => {
  const rows = Array.from(
    { length: PRODUCTS },
    (_, number) => `piece-${number},Piece ${number},${number}.50,shopify,3,Size,M`,
  );
  const head =
    "Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Option1 Name,Option1 Value";
  return [head, ...rows].join("\n");
};

async function signIn(address: string): Promise<string> {
  const body = new URLSearchParams({
    username: ADMIN.ADMIN_USERNAME,
    password: ADMIN.ADMIN_PASSWORD,
  });
  const response = await fetch(`${address}/login`, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { origin: address },
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function query<Row>(statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: dataDir().databaseUrl() });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

type State = { id: string; status: string; applied: number };
const state = async () =>
  (await query<State>("select id, status, applied from product_imports"))[0];

async function stateIs(holds: (state: State) => boolean): Promise<State> {
  return await expect
    .poll(state, { interval: 20 })
    .toSatisfy((now?: State) => now !== undefined && holds(now))
    .then(async () => (await state()) as State);
}

test("an import that is killed resumes at the next start, and no product is imported twice", async () => {
  const shop = start(ADMIN);
  const address = await shopUrlOf(shop);
  const cookie = await signIn(address);
  const send = (fields: Record<string, string | Blob>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return fetch(`${address}/admin/import`, {
      method: "POST",
      body,
      redirect: "manual",
      headers: { cookie, origin: address },
    });
  };
  await send({
    intent: "check",
    fallbackCategory: "Smart Casual",
    file: new File([file()], "pieces.csv"),
  });
  const { id } = await stateIs(({ status }) => status === "checked");
  await send({ intent: "start", id });
  await stateIs(({ applied }) => applied > 0 && applied < PRODUCTS);
  killTree(shop, dataDir().path);
  await shop.ended;

  await shopUrlOf(start(ADMIN));
  const { applied } = await stateIs(({ status }) => status === "finished");
  expect(applied).toBe(PRODUCTS);
  const [counted] = await query(
    `select (select count(*)::int from products) as products, (select count(distinct slug)::int from products) as slugs,
            (select count(*)::int from product_variants) as variants, (select max(version) from products) as version,
            (select count(*)::int from product_import_lines where outcome = 'created') as created,
            (select count(*)::int from audit_log where subject = 'product') as logged`,
  );
  expect(counted).toEqual({
    products: PRODUCTS,
    slugs: PRODUCTS,
    variants: PRODUCTS,
    version: 1,
    created: PRODUCTS,
    logged: PRODUCTS,
  });
});
