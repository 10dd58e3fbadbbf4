import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import { formatMetres } from "#core/metres.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import {
  cloths,
  madeToMeasureTerms,
  optionChoices,
  optionGroups,
} from "#db/schema/atelier.server.ts";
import { media } from "#db/schema/media.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { Design } from "#features/body/measurement/required-measurements.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { TermsFields } from "./made-to-measure-terms.ts";
import { measurementsOfTerms } from "./made-to-measure-terms.ts";
import { isFromStock } from "./option-kind.ts";
import type { StoredGroup, TermsInput } from "./terms-form.ts";
import type { StoredTerms, TermsSubject } from "./terms-form-queries.server.ts";
import {
  findStoredTerms,
  findTermsProduct,
  termsOfGarment,
  termsOfProduct,
} from "./terms-form-queries.server.ts";

export type SaveTermsRefusal = "forbidden" | "not_found" | "conflict" | "no_image" | "no_cloth";

type Owner = {
  garmentType: string;
  label: string;
  productId: string | null;
  /** Of a product; none for a garment type. */
  designs: readonly Design[];
};

async function findOwner(tx: Transaction, subject: TermsSubject): Promise<Owner | null> {
  if (subject.kind === "garment") {
    const { garment } = subject;
    return { garmentType: garment, label: `Garment type ${garment}`, productId: null, designs: [] };
  }
  const product = await findTermsProduct(tx, subject.productId);
  if (!product) return null;
  const { designs, garmentType, id, name } = product;
  return { garmentType, label: name, productId: id, designs };
}

/** Locks the row, or adds it for terms that were never saved (version 0). Null for another version. */
async function lockTerms(tx: Transaction, owner: Owner, version: number): Promise<string | null> {
  const { productId, garmentType } = owner;
  const key = productId === null ? { garment: garmentType } : { productId };
  const isOfOwner =
    productId === null
      ? eq(madeToMeasureTerms.garment, garmentType)
      : eq(madeToMeasureTerms.productId, productId);
  const [row] = await tx.select().from(madeToMeasureTerms).where(isOfOwner).for("update");
  if (row) return row.version === version ? row.id : null;
  if (version !== 0) return null;
  const added = await tx
    .insert(madeToMeasureTerms)
    .values({ ...key, version: 0 })
    .onConflictDoNothing()
    .returning({ id: madeToMeasureTerms.id });
  return added[0]?.id ?? null;
}

/** Images and cloth that the choices name must exist. */
async function validateReferences(
  tx: Transaction,
  groups: readonly StoredGroup[],
): Promise<Result<null, "no_image" | "no_cloth">> {
  const choices = groups.flatMap((group) => group.choices);
  const images = new Set(choices.flatMap(({ mediaId }) => mediaId ?? []));
  const known = await tx
    .select({ id: media.id })
    .from(media)
    .where(and(inArray(media.id, [...images]), eq(media.type, "image")))
    .for("key share");
  if (known.length < images.size) return fail("no_image");
  const used = new Set(choices.flatMap(({ clothId }) => clothId ?? []));
  const found = await tx
    .select({ id: cloths.id })
    .from(cloths)
    .where(inArray(cloths.id, [...used]));
  return found.length < used.size ? fail("no_cloth") : ok(null);
}

/** Known ids stay, so that carts and contracts keep their choices; others are replaced. */
function withIds(groups: TermsInput["groups"], stored: readonly StoredGroup[]): StoredGroup[] {
  const known = new Set(
    stored.flatMap(({ id, choices }) => [id, ...choices.map((each) => each.id)]),
  );
  const used = new Set<string>();
  const idOf = (submitted: string | null): string => {
    const id =
      submitted !== null && known.has(submitted) && !used.has(submitted) ? submitted : newId();
    used.add(id);
    return id;
  };
  return groups.map((group) => ({
    ...group,
    id: idOf(group.id),
    choices: group.choices.map(({ price, clothId, ...choice }) => ({
      ...choice,
      id: idOf(choice.id),
      priceMinor: price,
      clothId: isFromStock(group.kind) ? clothId : null,
    })),
  }));
}

async function writeGroups(tx: Transaction, termsId: string, groups: readonly StoredGroup[]) {
  const groupRows = groups.map(({ choices: _, ...group }, position) => ({
    ...group,
    termsId,
    position,
  }));
  const choiceRows = groups.flatMap(({ id: groupId, choices }) =>
    choices.map(({ pictured: _, ...choice }, position) => ({ ...choice, groupId, position })),
  );
  const ofTerms = tx
    .select({ id: optionGroups.id })
    .from(optionGroups)
    .where(eq(optionGroups.termsId, termsId));
  const choiceIds = choiceRows.map(({ id }) => id);
  await tx
    .delete(optionChoices)
    .where(and(inArray(optionChoices.groupId, ofTerms), notInArray(optionChoices.id, choiceIds)));
  if (groupRows.length > 0) {
    const set = {
      name: sql`excluded.name`,
      kind: sql`excluded.kind`,
      required: sql`excluded.required`,
    };
    await tx
      .insert(optionGroups)
      .values(groupRows)
      .onConflictDoUpdate({
        target: optionGroups.id,
        set: { ...set, position: sql`excluded.position` },
      });
  }
  if (choiceRows.length > 0) {
    await tx
      .insert(optionChoices)
      .values(choiceRows)
      .onConflictDoUpdate({
        target: optionChoices.id,
        set: {
          groupId: sql`excluded.group_id`,
          name: sql`excluded.name`,
          description: sql`excluded.description`,
          mediaId: sql`excluded.media_id`,
          priceMinor: sql`excluded.price_minor`,
          clothId: sql`excluded.cloth_id`,
          effect: sql`excluded.effect`,
          effectNote: sql`excluded.effect_note`,
          position: sql`excluded.position`,
          offered: sql`excluded.offered`,
        },
      });
  }
  const groupIds = groupRows.map(({ id }) => id);
  await tx
    .delete(optionGroups)
    .where(and(eq(optionGroups.termsId, termsId), notInArray(optionGroups.id, groupIds)));
}

/** The terms as Activity shows them, with the names of the choices as pictured. */
function recordOf(
  label: string,
  terms: TermsFields & { groups: readonly StoredGroup[] },
  names: ReadonlyMap<string, string>,
) {
  const { clothLengthMm, measurements, groups, pictured, surchargeMinor, ...fields } = terms;
  return {
    name: label,
    offered: fields.offered,
    surchargeMinor,
    extraDays: fields.extraDays,
    clothOfOneGarment: clothLengthMm === null ? null : formatMetres(clothLengthMm),
    monogram: fields.monogram,
    measurements:
      measurements &&
      measurementsOfTerms("", measurements).required.map((name) => MEASUREMENTS[name].label),
    asPictured: pictured?.map((id) => names.get(id) ?? "a removed choice") ?? null,
    options: groups.map(({ id, name, required, choices }) => ({
      id,
      name,
      required,
      choices: choices.map(({ clothId: _, pictured: __, ...choice }) => choice),
    })),
  };
}

async function listAffected(tx: Transaction, { productId, garmentType }: Owner): Promise<string[]> {
  if (productId !== null) return [productId];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from products where garment_type = ${garmentType} and deleted_at is null and ${CUSTOM_SIZE} = any(sizes)`);
  return rows.map(({ id }) => id);
}

/** Null where the owner ticked what applies anyway, so that a later change of the garment's set is followed. */
async function chosenMeasurements(
  tx: Transaction,
  owner: Owner,
  names: TermsInput["measurements"],
) {
  const general = owner.productId
    ? await findStoredTerms(tx, termsOfGarment(owner.garmentType))
    : undefined;
  const { designs, garmentType } = owner;
  const inherited = general?.measurements ?? null;
  const defaults = measurementsOfTerms(garmentType, inherited, designs).required;
  const isDefault =
    defaults.length === names.length && names.every((name) => defaults.includes(name));
  return isDefault ? null : names;
}

/** Null where no choice is as pictured. */
function picturedOf(groups: readonly StoredGroup[]): string[] | null {
  const ids = groups
    .flatMap(({ choices }) => choices)
    .flatMap(({ id, pictured }) => (pictured ? [id] : []));
  return ids.length > 0 ? ids : null;
}

/** "Length: Floor" by the id of a choice. */
function choiceNames(groups: readonly StoredGroup[]): Map<string, string> {
  return new Map(
    groups.flatMap(({ choices, name }) =>
      choices.map((each) => [each.id, `${name}: ${each.name}`]),
    ),
  );
}

/** The options of the product's garment type with the choices that the product says its images show. */
async function groupsOfGarment(
  tx: Transaction,
  { garmentType }: Owner,
  pictured: readonly string[],
): Promise<StoredGroup[]> {
  const general = await findStoredTerms(tx, termsOfGarment(garmentType));
  return (general?.groups ?? []).map(({ choices, ...group }) => {
    const flagged = choices.map((each) => ({ ...each, pictured: pictured.includes(each.id) }));
    return { ...group, choices: flagged };
  });
}

async function write(
  tx: Transaction,
  actor: SignedIn,
  owner: Owner,
  terms: TermsInput,
): Promise<Result<{ products: string[] }, SaveTermsRefusal>> {
  const id = await lockTerms(tx, owner, terms.version);
  if (id === null) return fail("conflict");
  const { productId } = owner;
  const where = productId === null ? termsOfGarment(owner.garmentType) : termsOfProduct(productId);
  const stored = (await findStoredTerms(tx, where)) as StoredTerms;
  const writesOptions = productId === null || terms.ownOptions;
  const groups = writesOptions ? withIds(terms.groups, stored.groups) : stored.groups;
  const inherited = productId === null ? [] : await groupsOfGarment(tx, owner, terms.pictured);
  const valid = await validateReferences(tx, groups);
  if (!valid.ok) return valid;
  const fields: TermsFields = {
    offered: terms.offered,
    surchargeMinor: terms.surcharge,
    extraDays: terms.extraDays,
    clothLengthMm: terms.clothLength,
    monogram: terms.monogram,
    measurements: await chosenMeasurements(tx, owner, terms.measurements),
    pictured: picturedOf(writesOptions ? groups : inherited),
  };
  await tx
    .update(madeToMeasureTerms)
    .set({
      ...fields,
      measurements: fields.measurements === null ? null : [...fields.measurements],
      pictured: fields.pictured === null ? null : [...fields.pictured],
      ownOptions: productId !== null && terms.ownOptions,
      version: terms.version + 1,
    })
    .where(eq(madeToMeasureTerms.id, id));
  if (writesOptions) await writeGroups(tx, id, groups);
  const names = choiceNames([...stored.groups, ...inherited, ...groups]);
  await recordChanges(tx, actor, [
    {
      action: "changed",
      subject: "made to measure" as const,
      subjectId: productId ?? owner.garmentType,
      before: recordOf(owner.label, stored, names),
      after: recordOf(owner.label, { ...fields, groups }, names),
    },
  ]);
  return ok({ products: await listAffected(tx, owner) });
}

/**
 * Saves the terms and options of a garment type or a product, all or nothing; `terms.version` must be the stored one, 0 for
 * terms that were never saved. Options keep their ids. The products' public pages follow. Returns the new version.
 */
export const saveTerms = asAdmin(
  async (
    deps: { db: Database; content: CacheInvalidation },
    input: { actor: Admin; subject: TermsSubject; terms: TermsInput },
  ): Promise<Result<{ version: number }, SaveTermsRefusal>> => {
    const { actor, subject, terms } = input;
    const saved = await inTransaction(deps.db, async (tx) => {
      const owner = await findOwner(tx, subject);
      if (!owner) return fail("not_found" as const);
      const written = await write(tx, actor, owner, terms);
      return written.ok ? ok(await bumpForStock(tx, written.value.products)) : written;
    });
    if (!saved.ok) return saved;
    if (saved.value) await deps.content.settle(saved.value);
    return ok({ version: terms.version + 1 });
  },
);
