import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import {
  cloths,
  madeToMeasureTerms,
  optionChoices,
  optionGroups,
} from "#db/schema/atelier.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { createSpecification } from "#features/garments/specification/create-specification.server.ts";
import type { CheckoutBench } from "./checkout.ts";
import { guest } from "./guest.ts";
import { measuredPerson } from "./measurements.ts";

/** A cloth of its own with this length on the roll. */
export async function addCloth(db: Database, lengthMm: number, name = newId()): Promise<string> {
  const id = newId();
  await db.insert(cloths).values({ id, name });
  await db.insert(stockMovements).values({ clothId: id, quantity: lengthMm, kind: "received" });
  return id;
}

type Terms = {
  surchargeMinor?: number;
  extraDays?: number;
  clothLengthMm?: number;
  monogram?: boolean;
  /** Instead of the knee. */
  measurements?: MeasurementName[];
  /** Of the group "Cloth": "Silk" at this price, from this cloth. */
  silk?: { priceMinor?: number; clothId?: string };
};

/** Makes a product with the size Custom measurable: it needs the knee. Returns the group's and the choice's ids. */
export async function offerToMeasure(db: Database, productId: string, terms: Terms = {}) {
  const { silk, ...fields } = terms;
  const termsId = newId();
  const groupId = newId();
  const choiceId = newId();
  await db.insert(madeToMeasureTerms).values({
    id: termsId,
    productId,
    ownOptions: true,
    measurements: ["knee"],
    ...fields,
  });
  if (silk) {
    await db
      .insert(optionGroups)
      .values({ id: groupId, termsId, name: "Cloth", kind: "cloth", required: true, position: 0 });
    await db
      .insert(optionChoices)
      .values({ id: choiceId, groupId, name: "Silk", position: 0, ...silk });
  }
  return { groupId, choiceId, choices: silk ? { [groupId]: choiceId } : {} };
}

type Bench = Pick<CheckoutBench, "db" | "clock" | "measurementBox">;

/** The reference of a stored specification of Asha, whose knee measures 37.5 cm. */
export async function specify(
  bench: Bench,
  productId: string,
  choices: Readonly<Record<string, string>> = {},
  actor: Actor = guest,
  texts: { remarks?: string; monogram?: string } = {},
): Promise<string> {
  const created = await createSpecification(bench, {
    actor,
    network: "203.0.113.7",
    productId,
    submitted: {
      fit: "close",
      remarks: "",
      monogram: "",
      ...texts,
      choices,
      profile: measuredPerson("Asha", { knee: 375 }),
    },
  });
  if (!created.ok) throw new Error(JSON.stringify(created.error));
  return created.value.specification;
}
