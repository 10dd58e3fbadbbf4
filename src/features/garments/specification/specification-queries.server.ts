import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { measurementLinks } from "#db/schema/measurement-links.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { ContractTerms } from "#features/garments/contract/contract.ts";
import { outerCloth } from "#features/garments/options/shown-cloth.ts";
import { listTermsOfProducts } from "#features/garments/options/terms-queries.server.ts";
import type { LineWearer } from "#features/orders/order/line-description.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { EnteredFit, NeededCloth, OrderableFit } from "./fit-draft.ts";
import { chosenOptions, needByOption, orderableFit } from "./fit-draft.ts";
import { openSpecification } from "./seal-specification.server.ts";
import type { FitSpecification } from "./specification.ts";
import { customerView, wearerOf } from "./specification.ts";
import { ownedBy } from "./specification-owner.server.ts";

/**
 * What was chosen under a specification, to change it; without measurements. Null when it is not the actor's, and when it is erased.
 */
export async function findOwnChoice(
  { db, measurementBox }: { db: Queryable; measurementBox: SecretBox },
  { actor, specification }: { actor: Actor; specification: string },
): Promise<EnteredFit | null> {
  if (!isId(specification)) return null;
  const [row] = await db
    .select({
      id: fitSpecifications.id,
      sealed: fitSpecifications.sealed,
      choices: fitSpecifications.choices,
      hash: fitSpecifications.hash,
    })
    .from(fitSpecifications)
    .where(and(eq(fitSpecifications.id, specification), ownedBy(actor)));
  const opened = row && openSpecification(measurementBox, row);
  if (!row || !opened) return null;
  const { fit, monogram, profileId, remarks } = opened.specification;
  const choices = row.choices.map(({ choiceId, groupId }) => [groupId, choiceId]);
  return {
    profileId,
    fit,
    remarks,
    monogram: monogram ?? "",
    choices: Object.fromEntries(choices),
  };
}

export type OwnSpecification = {
  product: string | null;
  createdAt: Date;
  options: readonly { group: string; choice: string }[];
  /** As the customer may read it; null when no key of the shop opens it. */
  specification: FitSpecification | null;
};

/** Everything that an account specified and that is still stored, newest first; for the download of its data. */
export async function listOwnSpecifications(
  { db, measurementBox }: { db: Queryable; measurementBox: SecretBox },
  { actor }: { actor: Actor },
): Promise<OwnSpecification[]> {
  if (!isSignedIn(actor)) return [];
  const rows = await db
    .select({ row: fitSpecifications, product: products.name })
    .from(fitSpecifications)
    .leftJoin(products, eq(products.id, fitSpecifications.productId))
    .where(and(eq(fitSpecifications.userId, actor.userId), isNotNull(fitSpecifications.sealed)))
    .orderBy(desc(fitSpecifications.createdAt));
  const productIds = new Set(rows.flatMap(({ row }) => row.productId ?? []));
  const terms = await listTermsOfProducts(db, [...productIds]);
  return rows.map(({ product, row }) => {
    const groups = terms.get(row.productId ?? "")?.groups ?? [];
    const choices = Object.fromEntries(row.choices.map((each) => [each.groupId, each.choiceId]));
    const specification = openSpecification(measurementBox, row)?.specification;
    return {
      product,
      createdAt: row.createdAt,
      options: chosenOptions({ choices }, { groups }).map(({ choice, group }) => {
        return { group: group.name, choice: choice.name };
      }),
      specification: specification ? customerView(specification) : null,
    };
  });
}

/**
 * What the actor can order under these specifications now, by id, with the options' names and prices of today and without
 * measurements. Specifications that are unknown, erased or somebody else's, and those with an option that is gone, have no entry.
 */
export async function listOrderableFits(
  db: Queryable,
  { actor, ids }: { actor: Actor; ids: readonly string[] },
): Promise<ReadonlyMap<string, OrderableFit>> {
  const known = ids.filter(isId);
  if (known.length === 0) return new Map();
  const { choices, id, needBy, productId, rush, sealed } = fitSpecifications;
  const rows = await db
    .select({ id, productId, choices, needBy, rush })
    .from(fitSpecifications)
    .where(and(inArray(id, known), isNotNull(sealed), ownedBy(actor)));
  const productIds = rows.flatMap((row) => row.productId ?? []);
  const terms = await listTermsOfProducts(db, [...new Set(productIds)]);
  const needsDay = rows.some((row) => row.needBy !== null);
  const rushMinor = needsDay ? (await getShippingSettings(db)).rushMinor : null;
  const found = rows.flatMap((row) => {
    const of = row.productId === null ? undefined : terms.get(row.productId);
    const fit = of && row.productId && orderableFit(row.productId, row.choices, of);
    if (!fit) return [];
    const { currency } = fit.surcharge;
    const needed = row.needBy
      ? [needByOption(row.needBy, row.rush, money(rushMinor ?? 0, currency))]
      : [];
    const promised = { needBy: row.needBy, rush: row.rush, options: [...fit.options, ...needed] };
    const choices = Object.fromEntries(row.choices.map((each) => [each.groupId, each.choiceId]));
    const outer = outerCloth(chosenOptions({ choices }, of));
    return [{ id: row.id, fit: { ...fit, ...promised }, neededMm: of.clothLengthMm, outer }];
  });
  const free = await findFreeCloth(
    db,
    found.flatMap(({ fit }) => fit.clothIds),
  );
  return new Map(
    found.map(({ fit: { clothIds, ...fit }, id: key, neededMm, outer }) => {
      const needed = clothIds.flatMap((each) => free.get(each) ?? []);
      const cloth = outer && { name: outer.name, hex: outer.hex, imageId: outer.imageId };
      return [key, { ...fit, cloth, cloths: needed.map((each) => ({ ...each, neededMm })) }];
    }),
  );
}

type FreeCloth = Omit<NeededCloth, "neededMm">;

async function findFreeCloth(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, FreeCloth>();
  const rows = await db
    .select({
      id: cloths.id,
      name: cloths.name,
      freeMm: sql<number>`${cloths.lengthMm} - ${cloths.committedMm}`,
    })
    .from(cloths)
    .where(inArray(cloths.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The wearers of the actor's specifications, by id, without measurements. Those that are unknown, erased or somebody else's, and those
 * that no key of the shop opens, have no entry.
 */
export async function listWearers(
  { db, measurementBox }: { db: Queryable; measurementBox: SecretBox },
  { actor, ids }: { actor: Actor; ids: readonly string[] },
): Promise<ReadonlyMap<string, LineWearer>> {
  const known = ids.filter(isId);
  if (known.length === 0) return new Map();
  const { choices, hash, id, sealed } = fitSpecifications;
  const rows = await db
    .select({ id, sealed, choices, hash })
    .from(fitSpecifications)
    .where(and(inArray(id, known), isNotNull(sealed), ownedBy(actor)));
  return new Map(
    rows.flatMap((row) => {
      const opened = openSpecification(measurementBox, row);
      return opened ? [[row.id, wearerOf(opened.specification)] as const] : [];
    }),
  );
}

/** The parts of a contract that the specification of its line says. */
type SpecifiedContract = Pick<ContractTerms, "garment" | "consentVersion"> & {
  specification: FitSpecification;
};

/**
 * The specifications of the actor's order, opened for its contracts. The consent is that of the account's person, or of a person who
 * measured by link (`LINK_CONSENT`); a guest has none. Throws when a specification is missing, erased, altered or somebody else's.
 */
export async function openOrderedFits(
  { db, measurementBox }: { db: Queryable; measurementBox: SecretBox },
  { actor, ids }: { actor: Actor; ids: readonly string[] },
): Promise<ReadonlyMap<string, SpecifiedContract>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(fitSpecifications)
    .where(and(inArray(fitSpecifications.id, [...ids]), ownedBy(actor)));
  const opened = rows.flatMap((row) => {
    const specification = openSpecification(measurementBox, row)?.specification;
    return specification ? [{ id: row.id, garment: row.garment, specification }] : [];
  });
  if (opened.length < new Set(ids).size) throw new Error("A fit specification does not open");
  const people = opened.flatMap(({ specification }) => specification.profileId ?? []);
  const consents = await db
    .select({ id: measurementProfiles.id, version: measurementProfiles.consentVersion })
    .from(measurementProfiles)
    .where(inArray(measurementProfiles.id, people));
  const ofLinks = await db
    .select({ id: measurementLinks.id, version: measurementLinks.consentVersion })
    .from(measurementLinks)
    .where(inArray(measurementLinks.id, people));
  const versions = new Map(consents.map(({ id, version }) => [id, version]));
  const linkVersions = new Map(ofLinks.map(({ id, version }) => [id, version]));
  return new Map(
    opened.map(({ garment, id, specification }) => {
      const known = specification.measuredByLink ? linkVersions : versions;
      const consentVersion = known.get(specification.profileId ?? "") ?? null;
      return [id, { garment, specification, consentVersion }];
    }),
  );
}
