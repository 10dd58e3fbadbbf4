import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { fitMemories } from "#db/schema/fit-memory.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { isAtelier } from "#features/base/identity/guards.server.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { AppliedCorrection, Correction } from "./correction.ts";
import { appliedTo, correctionSchema } from "./correction.ts";
import type { LocatedPoint } from "./fit-sections.ts";
import { pointKey } from "./fit-sections.ts";

type ReadDeps = { db: Queryable; measurementBox: SecretBox };

const contentSchema = z.object({
  label: z.string(),
  corrections: z.array(correctionSchema),
  /** Of somebody who measured by link; a guest's and a profile's have no such field. */
  measuredByLink: z.literal(true).optional(),
});
type Content = z.infer<typeof contentSchema>;

/** What the shop remembers about the clothes of one person and garment type. */
export type FitMemory = {
  id: string;
  userId: string;
  profileId: string | null;
  garment: string;
  version: number;
  updatedAt: Date;
} & Content;

/** What is remembered; bound to the owner, so that a row moved to another account does not open. */
export const fitMemoryColumn = sealedColumn({
  table: fitMemories,
  column: "sealed",
  location: ({ id, userId }: { id: string; userId: string }) => `fit memory ${id} of ${userId}`,
  schema: contentSchema,
});

/** Unreadable ones are left out: nothing is corrected by a guess. */
async function memoriesOf(
  { db, measurementBox }: ReadDeps,
  userId: string,
  garment?: string,
): Promise<FitMemory[]> {
  const rows = await db
    .select()
    .from(fitMemories)
    .where(
      and(
        eq(fitMemories.userId, userId),
        garment === undefined ? undefined : eq(fitMemories.garment, garment),
      ),
    )
    .orderBy(asc(fitMemories.createdAt), asc(fitMemories.id));
  return rows.flatMap(({ createdAt: _, sealed, ...row }) => {
    const content = fitMemoryColumn.open(measurementBox, { ...row, sealed });
    return content ? [{ ...row, ...content }] : [];
  });
}

/**
 * Whose clothes: a measured person of the account, else the name in the contract. A specification is one. Somebody who measured by
 * link is known by the name alone, because their numbers are not the account's; so is a guest, until an account measures a person
 * of that name.
 */
export type FitPerson = {
  profileId: string | null;
  label: string;
  measuredByLink?: true | undefined;
};

const profileOf = ({ measuredByLink, profileId }: FitPerson) => (measuredByLink ? null : profileId);

/** Names as people write them: letters and spaces at the ends decide nothing. */
export const isSameName = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase();

/** The person's own memory, else the one that a guest of this name left and no measured person of the account has adopted yet. */
function memoryOf(memories: readonly FitMemory[], person: FitPerson): FitMemory | undefined {
  const profileId = profileOf(person);
  const own = memories.find((each) => profileId !== null && each.profileId === profileId);
  const isNamed = (memory: FitMemory) =>
    memory.profileId === null &&
    isSameName(memory.label, person.label) &&
    (person.measuredByLink === true || memory.measuredByLink !== true);
  return own ?? memories.find(isNamed);
}

/** The actor's own, with at least one correction. */
export async function listMyFitMemories(
  deps: ReadDeps,
  { actor }: { actor: Actor },
): Promise<Result<FitMemory[], "forbidden">> {
  if (!isSignedIn(actor)) return fail("forbidden");
  const all = await memoriesOf(deps, actor.userId);
  return ok(all.filter(({ corrections }) => corrections.length > 0));
}

/** What a garment of this person, type and fit is cut with when it is ordered now; none for a visitor. */
export async function findCorrections(
  deps: ReadDeps,
  input: { actor: Actor; person: FitPerson; garment: string; fit: string },
): Promise<AppliedCorrection[]> {
  const { actor, fit, garment, person } = input;
  if (!isSignedIn(actor)) return [];
  const memory = memoryOf(await memoriesOf(deps, actor.userId, garment), person);
  return appliedTo(memory?.corrections ?? [], fit);
}

/**
 * Changes the memory of one person and garment type in the caller's transaction. Changes of one account follow each other.
 * Without a correction left the row is deleted. A measured person adopts what was remembered for the name alone.
 */
export async function changeFitMemory(
  tx: Transaction,
  { measurementBox }: { measurementBox: SecretBox },
  input: {
    userId: string;
    person: FitPerson;
    garment: string;
    change: (before: readonly Correction[]) => readonly Correction[];
  },
): Promise<void> {
  const { change, garment, person, userId } = input;
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
  const found = memoryOf(await memoriesOf({ db: tx, measurementBox }, userId, garment), person);
  const corrections = [...change(found?.corrections ?? [])];
  if (!found && corrections.length === 0) return;
  const id = found?.id ?? newId();
  if (corrections.length === 0) {
    await tx.delete(fitMemories).where(eq(fitMemories.id, id));
    return;
  }
  const byLink = person.measuredByLink ?? found?.measuredByLink;
  const content: Content = {
    label: person.label,
    corrections,
    ...(byLink && { measuredByLink: true as const }),
  };
  const sealed = fitMemoryColumn.seal(measurementBox, { id, userId }, content);
  if (found) {
    const version = found.version + 1;
    const profileId = found.profileId ?? profileOf(person);
    await tx.update(fitMemories).set({ sealed, version, profileId }).where(eq(fitMemories.id, id));
  } else {
    await tx
      .insert(fitMemories)
      .values({ id, userId, profileId: profileOf(person), garment, sealed });
  }
}

/**
 * Removes one correction: the next garment is cut without it. For the customer whose it is, and for the atelier, which leaves an
 * entry in Activity without values. Idempotent.
 */
export async function removeCorrection(
  deps: { db: Database; measurementBox: SecretBox },
  input: { actor: Actor; memoryId: string } & LocatedPoint,
): Promise<Result<null, "forbidden" | "not_found">> {
  const { actor, memoryId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(memoryId)) return fail("not_found");
  return inTransaction(deps.db, async (tx) => {
    const [row] = await tx.select().from(fitMemories).where(eq(fitMemories.id, memoryId));
    const isOwn = row?.userId === actor.userId;
    if (!row || !(isOwn || (await isAtelier(tx, actor)))) return fail("not_found" as const);
    const content = fitMemoryColumn.open(deps.measurementBox, row);
    if (!content) return fail("not_found" as const);
    await changeFitMemory(tx, deps, {
      userId: row.userId,
      garment: row.garment,
      person: { profileId: row.profileId, label: content.label },
      change: (before) => before.filter((each) => pointKey(each) !== pointKey(input)),
    });
    if (!isOwn) {
      await recordChanges(tx, actor, [
        {
          action: "removed",
          subject: "fit memory",
          subjectId: memoryId,
          before: null,
          after: { name: `a correction for ${row.garment}` },
        },
      ]);
    }
    return ok(null);
  });
}

/** The memory that a garment of this person belongs to, for the atelier. The caller has recorded the read. */
export async function openFitMemory(
  deps: ReadDeps,
  input: { userId: string; person: FitPerson; garment: string },
): Promise<FitMemory | null> {
  const all = await memoriesOf(deps, input.userId, input.garment);
  return memoryOf(all, input.person) ?? null;
}
