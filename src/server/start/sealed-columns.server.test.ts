import { globSync, readdirSync, readFileSync } from "node:fs";
import { getTableColumns, getTableName, is, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { PgCustomColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { prepareProgramRole } from "#db/program-role.server.ts";
import {
  fitImageKeyColumn,
  garmentImageKeyColumn,
} from "#features/base/media/private-images.server.ts";
import { linkProfileColumn, linkTokenColumn } from "#features/body/links/sealed-links.server.ts";
import { profileColumn } from "#features/body/measurement/sealed-profiles.server.ts";
import { feedbackColumn } from "#features/garments/alterations/fit-feedback.server.ts";
import { noteColumn } from "#features/garments/alterations/stored-alterations.server.ts";
import { contractColumn } from "#features/garments/contract/seal-contract.server.ts";
import { fitMemoryColumn } from "#features/garments/fit-memory/fit-memories.server.ts";
import { patternColumn } from "#features/garments/order-patterns/stored-patterns.server.ts";
import {
  proposalColumn,
  reasonColumn,
} from "#features/garments/proposals/stored-proposals.server.ts";
import { qualityCheckColumn } from "#features/garments/quality-control/check-quality.server.ts";
import { specificationColumn } from "#features/garments/specification/seal-specification.server.ts";
import { payoutAccountColumn } from "#features/sales/payments/payout-account.server.ts";
import type { SealedColumn } from "#platform/sealed-column.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { testSpecification, testTerms } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { measuredPerson } from "#tests/support/measurements.ts";
import { SEALED_COLUMNS } from "./sealed-columns.server.ts";

const shop = await createTestDatabase();
/** As the shop runs on its embedded server: the program may not change contracts (ADR 0039). */
const program = openDatabase({ url: await prepareProgramRole(shop.url), maxConnections: 2 });
afterAll(async () => {
  await program.close();
  await shop.close();
});
const { db } = shop;
const deps = { db: program.db, ownerUrl: shop.url };

const FORMER = "m".repeat(40);
const CURRENT = "n".repeat(40);
const formerBox = createMeasurementBox({ current: FORMER, former: [] });
const bothKeys = createMeasurementBox({ current: CURRENT, former: [FORMER] });
const currentBox = createMeasurementBox({ current: CURRENT, former: [] });

const nameOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`;

/** Every sealed column of the tables in src/db/schema. */
async function sealedColumnsOfSchema(): Promise<string[]> {
  const folder = new URL("../../db/schema/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".server.ts"));
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  const tables = modules.flatMap((each) => Object.values(each)).filter((each) => is(each, PgTable));
  expect(tables.length).toBeGreaterThan(60);
  return tables
    .flatMap((table) => Object.values(getTableColumns(table)))
    .filter((column) => is(column, PgCustomColumn) && column.getSQLType() === "jsonb")
    .map(nameOf);
}

type Example = {
  insert(id: string): Promise<void>;
  /** The stored row, whatever its type. */
  read(id: string): Promise<Record<string, unknown>>;
  open(box: SecretBox, row: Record<string, unknown>): unknown;
  property: string;
  value: unknown;
};

/** A row of a column's table; tables that it references stay empty, because their keys are not checked here. */
function example<Row, Name extends string, Value>(
  column: SealedColumn<Row, Name, Value>,
  value: Value,
  rowOf: (id: string) => Row & Record<string, unknown>,
): Example {
  const property = Object.entries(getTableColumns(column.table)).find(
    ([, each]) => each === column.column,
  )?.[0];
  if (!property) throw new Error("The column is not in its table");
  return {
    property,
    value,
    async insert(id) {
      const row = { id, ...rowOf(id) };
      const sealed = column.seal(formerBox, row, value);
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.insert(column.table).values({ ...row, [property]: sealed });
      });
    },
    async read(id) {
      const [row] = await db.select().from(column.table).where(sql`id = ${id}`);
      return row ?? {};
    },
    open: (box, row) => column.open(box, row as Row & Record<Name, Sealed | null>),
  };
}

const person = measuredPerson("Asha", { chest: 987 });
const specification = testSpecification();
const digest = "0".repeat(64);
const link = { groupId: newId(), personName: "Asha", expiresAt: new Date() };
const proposal = { orderItemId: newId(), baseVersion: 1 };

const EXAMPLES: Readonly<Record<string, Example>> = {
  "measurement_profiles.sealed": example(profileColumn, person, (id) => ({ id, userId: null })),
  "measurement_links.sealed_token": example(linkTokenColumn, "a token", (id) => ({
    ...link,
    id,
    tokenHash: hashSecret(id),
  })),
  "measurement_links.sealed": example(linkProfileColumn, person, (id) => ({
    ...link,
    id,
    tokenHash: hashSecret(id),
    codeHash: hashSecret(id),
    consentVersion: 1,
    consentAt: new Date(),
    sealedToken: linkTokenColumn.seal(currentBox, { id }, "a token"),
  })),
  "contracts.sealed": example(contractColumn, { salt: "s".repeat(43), specification }, (id) => ({
    orderItemId: id,
    version: 1,
    terms: testTerms(),
    hash: digest,
    origin: "order",
  })),
  "contract_proposals.sealed": example(
    proposalColumn,
    { specification, terms: testTerms(), note: "Wider" },
    (id) => ({ ...proposal, id, tokenHash: hashSecret(id) }),
  ),
  "contract_proposals.reason": example(reasonColumn, { reason: "Too wide" }, (id) => ({
    ...proposal,
    id,
    tokenHash: hashSecret(id),
  })),
  "fit_specifications.sealed": example(
    specificationColumn,
    { salt: "s".repeat(43), productId: newId(), specification },
    (id) => ({ id, garment: "suit", choices: [], hash: digest }),
  ),
  "pattern_drafts.sealed": example(
    patternColumn,
    {
      fit: "regular",
      options: {},
      seamAllowance: 10,
      measurements: { chest: 987 },
      estimated: [],
      note: "",
      design: null,
      title: "Jacket",
      solved: {},
      corrections: [],
      measures: [],
      changes: [],
      findings: [],
      parts: [],
      cutList: [],
      width: 0,
      height: 0,
      svg: "",
    },
    (id) => ({
      orderItemId: id,
      component: "jacket",
      version: 1,
      contractVersion: 1,
      status: "ready",
      packages: {},
      origin: "order",
    }),
  ),
  "fit_memories.sealed": example(fitMemoryColumn, { label: "Asha", corrections: [] }, (id) => ({
    id,
    userId: newId(),
    garment: "suit",
    updatedAt: new Date("2026-01-05T12:00:00Z"),
  })),
  "quality_checks.sealed": example(
    qualityCheckColumn,
    [{ point: "waist", target: 813, measured: 815 }],
    (id) => ({ id, garmentId: newId(), verdict: "passed", staffName: "Rosa" }),
  ),
  "fit_feedback.sealed": example(
    feedbackColumn,
    { points: [{ point: "waist", mm: 10 }], note: "Tight" },
    (id) => ({ id, garmentId: newId() }),
  ),
  "alteration_requests.sealed_note": example(noteColumn, "Tight at the waist", (id) => ({
    id,
    number: id,
    garmentId: newId(),
    remedy: "alteration",
    isFree: false,
    currency: "USD",
  })),
  "fit_images.sealed_file_key": example(fitImageKeyColumn, "the key of a file", (id) => ({
    id,
    feedbackId: newId(),
    storageKey: `media/fit/${id}.sealed`,
    width: 900,
    height: 1_200,
  })),
  "garment_photos.sealed_file_key": example(garmentImageKeyColumn, "the key of a file", (id) => ({
    id,
    garmentId: newId(),
    storageKey: `media/garments/${id}.sealed`,
    width: 900,
    height: 1_200,
  })),
  "payout_accounts.sealed": example(
    payoutAccountColumn,
    { holder: "Asha Persaud", accountNumber: "000-123-456", bank: "Bank of Guyana" },
    (id) => ({ id, orderId: newId(), ending: "3456" }),
  ),
};

function exampleOf(column: PgColumn): Example {
  const found = EXAMPLES[nameOf(column)];
  if (!found) throw new Error(`${nameOf(column)} needs an example in this test`);
  return found;
}

/** Ends the rotation, as a killed program does, once it has sealed so many values. */
function killedAfter(count: number): SecretBox {
  let left = count;
  return {
    ...bothKeys,
    seal(text, location) {
      left -= 1;
      if (left < 0) throw new Error("killed");
      return bothKeys.seal(text, location);
    },
  };
}

test("every sealed column of the schema is declared", async () => {
  const declared = SEALED_COLUMNS.map(({ column }) => nameOf(column));
  expect(declared.toSorted()).toEqual((await sealedColumnsOfSchema()).toSorted());
});

test("nothing else is sealed but the Stripe keys, which have a rotation of their own, and cookies", () => {
  const sources = globSync("src/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
  const sealing = sources.filter((file) => /box\.seal\(/i.test(readFileSync(file, "utf8")));
  expect(sealing.toSorted()).toEqual([
    "src/app/web/one-time-cookie.server.ts",
    "src/features/base/settings/reseal-stripe-keys.server.ts",
    "src/features/base/settings/save-stripe-keys.server.ts",
    "src/features/base/settings/verify-stripe-keys.server.ts",
    "src/platform/sealed-column.server.ts",
  ]);
});

describe.for(SEALED_COLUMNS.map((column) => ({ name: nameOf(column.column), column })))(
  "the rotation of $name",
  ({ column }) => {
    const { insert, open, property, read, value } = exampleOf(column.column);

    test("seals a value with the new key, and nothing else of its row changes", async () => {
      const id = newId();
      await insert(id);
      const before = await read(id);
      expect(open(formerBox, before)).toEqual(value);
      const rotated = { ...deps, measurementBox: bothKeys };
      expect(await column.reseal(rotated)).toEqual({ resealed: 1, unreadable: 0 });
      const after = await read(id);
      expect(open(currentBox, after)).toEqual(value);
      expect({ ...after, [property]: null }).toEqual({ ...before, [property]: null });
      expect(await column.reseal(rotated)).toEqual({ resealed: 0, unreadable: 0 });
      expect(await read(id)).toEqual(after);
    });

    test("leaves a value that no key opens as it is and counts it, and the next rotation seals it", async () => {
      const id = newId();
      await insert(id);
      const before = await read(id);
      const lost = { ...deps, measurementBox: currentBox };
      expect(await column.reseal(lost)).toEqual({ resealed: 0, unreadable: 1 });
      expect(await read(id)).toEqual(before);
      const found = { ...deps, measurementBox: bothKeys };
      expect(await column.reseal(found)).toEqual({ resealed: 1, unreadable: 0 });
    });

    test("is repeated after it was killed: every value opens meanwhile and afterwards", async () => {
      const ids = [newId(), newId(), newId()];
      for (const id of ids) await insert(id);
      const killed = column.reseal({ ...deps, measurementBox: killedAfter(2) });
      await expect(killed).rejects.toThrow("killed");
      const rows = await Promise.all(ids.map((id) => read(id)));
      for (const row of rows) expect(open(bothKeys, row)).toEqual(value);
      const isRowByRow = column.rewriting === "row_by_row";
      const anew = rows.filter((row) => open(currentBox, row) !== null);
      expect(anew).toHaveLength(isRowByRow ? 2 : 0);
      expect(await column.reseal({ ...deps, measurementBox: bothKeys })).toEqual({
        resealed: isRowByRow ? 1 : 3,
        unreadable: 0,
      });
      for (const id of ids) expect(open(currentBox, await read(id))).toEqual(value);
    });
  },
);
