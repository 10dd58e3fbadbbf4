import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { jsonRows } from "./json-rows.server.ts";
import { orderItems } from "./schema/orders.server.ts";

const textOf = (fragment: SQL) => new PgDialect().sqlToQuery(fragment).sql;

test("columns are named once, with the names and types of the schema", () => {
  const { keys, names, record } = jsonRows(orderItems, [
    "id",
    "unitPriceMinor",
    "needBy",
    "options",
  ]);
  expect(textOf(names)).toBe('"id", "unit_price_minor", "need_by", "options"');
  expect(textOf(keys)).toBe('"id", "unitPriceMinor", "needBy", "options"');
  expect(textOf(record)).toBe('"id" uuid, "unitPriceMinor" bigint, "needBy" date, "options" jsonb');
});
