import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { productTags } from "#core/content-tag.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { garmentMeasures } from "#db/schema/measurement.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { FinishedMeasurements } from "./size-ranges.ts";

/** A product whose finished garments the owner measures. `version` names what was read. */
export type MeasuredProduct = {
  readonly id: string;
  readonly name: string;
  readonly garmentType: string;
  /** In the product's order, without Custom. */
  readonly sizes: readonly string[];
  readonly measures: FinishedMeasurements;
  readonly version: string;
};

/** Made to the customer's own measurements, so it has none (CUSTOM_SIZE of the catalog). */
const MADE_TO_MEASURE = "Custom";

type Row = { size: string; measurement: string; lengthMm: number };

function toMeasures(rows: readonly Row[]): FinishedMeasurements {
  const measures: Record<string, Record<string, number>> = {};
  for (const { lengthMm, measurement, size } of rows) {
    if (isMeasurementName(measurement)) {
      measures[size] = { ...measures[size], [measurement]: lengthMm };
    }
  }
  return measures;
}

async function readProduct(
  db: Queryable,
  id: string,
  lock: "for update" | "",
): Promise<MeasuredProduct | null> {
  if (!isId(id)) return null;
  const { rows } = await db.execute<{
    id: string;
    name: string;
    garmentType: string;
    sizes: string[];
  }>(sql`
    select id, name, garment_type as "garmentType", to_json(sizes) as sizes
      from products where id = ${id} and deleted_at is null ${sql.raw(lock)}`);
  const [product] = rows;
  if (!product) return null;
  const stored = await db
    .select()
    .from(garmentMeasures)
    .where(eq(garmentMeasures.productId, id))
    .orderBy(garmentMeasures.size, garmentMeasures.measurement);
  const version = createHash("sha256").update(JSON.stringify(stored)).digest("hex").slice(0, 16);
  const sizes = product.sizes.filter((size) => size !== MADE_TO_MEASURE);
  return { ...product, sizes, measures: toMeasures(stored), version };
}

/** What finished garments of a product measure, in mm; null for an unknown or deleted product. */
export const findFinishedMeasurements = asAdmin(
  async (db: Queryable, input: { id: string }): Promise<Result<MeasuredProduct | null>> => {
    return ok(await readProduct(db, input.id, ""));
  },
);

/**
 * Replaces what finished garments of a product measure, in whole mm by size; sizes that the product does not have are left out.
 * Never overwrites another person's change (`conflict`). The product's page shows it at once.
 */
export const saveFinishedMeasurements = asAdmin(
  async (
    deps: ContentDeps,
    input: { actor: Admin; id: string; version: string; measures: FinishedMeasurements },
  ): Promise<Result<{ id: string }, "not_found" | "conflict">> => {
    const { actor, id, measures } = input;
    return changeContent(
      deps,
      async (tx): Promise<Result<{ id: string }, "not_found" | "conflict">> => {
        const product = await readProduct(tx, id, "for update");
        if (!product) return fail("not_found");
        if (product.version !== input.version) return fail("conflict");
        const rows = product.sizes.flatMap((size) =>
          Object.entries(measures[size] ?? {}).map(([measurement, lengthMm]) => ({
            productId: product.id,
            size,
            measurement,
            lengthMm,
          })),
        );
        await tx.delete(garmentMeasures).where(eq(garmentMeasures.productId, product.id));
        if (rows.length > 0) await tx.insert(garmentMeasures).values(rows);
        const record = {
          action: "changed",
          subject: "garment measurements",
          subjectId: id,
        } as const;
        const before = { name: product.name, ...product.measures };
        const after = { name: product.name, ...toMeasures(rows) };
        await recordChanges(tx, actor, [{ ...record, before, after }]);
        return ok({ id: product.id });
      },
      (saved) => productTags([saved.id]),
    );
  },
);
