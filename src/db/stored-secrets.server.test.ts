import { readdirSync, readFileSync } from "node:fs";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

const SCHEMA = new URL("schema/", import.meta.url);

/** Names of tables and columns that may hold what gives access to something. Counts, times and truth values hold none. */
const SOUNDS_LIKE_A_SECRET =
  /token|secret|code|password|passphrase|credential|proof|nonce|challenge|verification|_url$|confirmation/;

const HOLDS_TEXT = ["text", "varchar", "jsonb", "text[]"];

/** Columns with such a name that are neither hashed nor sealed, and why they need not be. */
const IN_CLEAR: Readonly<Record<string, string>> = {
  "sessions.token":
    "The sign-in library looks it up. The cookie needs its signature too, by a secret that is not in the database.",
  "auth_accounts.access_token": "Always empty: the shop removes what a provider sends.",
  "auth_accounts.refresh_token": "Always empty: the shop removes what a provider sends.",
  "auth_accounts.id_token": "Always empty: the shop removes what a provider sends.",
  "auth_accounts.password": "The library stores a scrypt hash.",
  "two_factors.secret": "The library encrypts it with the auth secret.",
  "two_factors.backup_codes": "Hashes of the codes, encrypted with the auth secret.",
  "passkeys.credential_id": "The browser tells it to whoever asks; only the key behind it signs.",
  "orders.promotion_code": "Customers are told it in public.",
  "garments.label_token": "Printed on the garment's label; its page is public.",
  "addresses.postal_code": "A postal address.",
  "guyana_sales_inquiries.postal_code": "A postal address.",
  "password_reset_requests.email": "An email address.",
  "verifications.identifier": "The library stores a hash of the token (`storeIdentifier`).",
  "verifications.value":
    "Whom a link is for, or a visit to a sign-in provider; only the token, which is hashed, leads to it.",
  "payments.payment_url":
    "A payment reference: the page on which one unpaid order is paid, of use to pay for somebody else.",
  "mail_outbox.unsubscribe_url": "Ends emails of one kind and opens nothing.",
  "shipments.tracking_url": "The carrier's page, which the customer is sent to.",
};

type Column = { name: string; helper: string };

/** The function that declares each column, read from the files, because a type alone does not last until the test runs. */
function helpersIn(file: string): Map<string, string> {
  const helpers = new Map<string, string>();
  let table = "";
  const text = readFileSync(new URL(file, SCHEMA), "utf8");
  for (const [, helper = "", name = ""] of text.matchAll(/(\w+)\(\s*"(\w+)"/g)) {
    if (helper === "pgTable") table = name;
    else if (!helpers.has(`${table}.${name}`)) helpers.set(`${table}.${name}`, helper);
  }
  return helpers;
}

async function listColumns(): Promise<Column[]> {
  const columns: Column[] = [];
  for (const file of readdirSync(SCHEMA).filter((each) => each.endsWith(".server.ts"))) {
    const helpers = helpersIn(file);
    const exported = Object.values(await import(new URL(file, SCHEMA).href));
    for (const table of exported.filter((each) => is(each, PgTable))) {
      for (const column of Object.values(getTableColumns(table))) {
        const name = `${getTableName(table)}.${column.name}`;
        if (HOLDS_TEXT.includes(column.getSQLType())) {
          columns.push({ name, helper: helpers.get(name) ?? "unknown" });
        }
      }
    }
  }
  expect(columns.length).toBeGreaterThan(300);
  return columns;
}

test("a column for a token, secret or code is hashed or sealed, or has a reason to be in clear", async () => {
  const alike = (await listColumns()).filter(({ name }) => SOUNDS_LIKE_A_SECRET.test(name));
  const inClear = alike.filter(({ helper }) => helper !== "secretHash" && helper !== "sealedText");
  expect(inClear.map(({ name }) => name).toSorted()).toEqual(Object.keys(IN_CLEAR).toSorted());
});

test("a column of hashes of tokens and codes takes no text but a hash, because its type is that of `hashSecret`", async () => {
  const hashed = (await listColumns()).filter(({ helper }) => helper === "secretHash");
  expect(hashed.map(({ name }) => name).toSorted()).toEqual([
    "atelier_holds.confirmation_hash",
    "contract_proposals.token_hash",
    "measurement_links.code_hash",
    "measurement_links.token_hash",
    "staff_devices.token_hash",
    "staff_invitations.token_hash",
    "store_credit_links.token_hash",
  ]);
});
