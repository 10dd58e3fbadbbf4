import { and, desc, eq, isNull, or } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { measurementProfiles, measurementReads } from "#db/schema/measurement.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import type { Actor, Admin } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { asAdmin, asAtelier } from "#features/base/identity/guards.server.ts";
import type { MeasurementProfile } from "./measurement-profile.ts";
import { MAX_PURPOSE_LENGTH } from "./measurement-profile.ts";
import type { MeasurementDeps } from "./sealed-profiles.server.ts";
import { openProfile } from "./sealed-profiles.server.ts";

type StaffRead = {
  subject: "profile" | "contract" | "specification";
  subjectId: string;
  /** Whose measurements were read; null for a guest's. */
  ownerId: string | null;
  staffId: string;
  purpose: string;
  readAt: Date;
};

/** Writes that staff opened measurements; call it in the transaction that reads them. */
export async function recordRead(tx: Transaction, { ownerId, ...read }: StaffRead): Promise<void> {
  await tx.insert(measurementReads).values({ ...read, userId: ownerId });
}

export type StaffReadFailure = "forbidden" | "purpose_missing" | "not_found" | "unreadable";

/**
 * Opens a customer's measurements for the atelier, for a stated purpose. The entry that the customer sees is written in the
 * same transaction: without it nothing is read. 'forbidden' for everybody without the atelier permission, admins too.
 */
export const readProfileAsStaff = asAtelier(
  async (
    deps: MeasurementDeps,
    input: { actor: Admin; profileId: string; purpose: string },
  ): Promise<Result<MeasurementProfile, StaffReadFailure>> => {
    const { actor, profileId } = input;
    const purpose = tidyLine(input.purpose).slice(0, MAX_PURPOSE_LENGTH);
    return inTransaction(deps.db, async (tx) => {
      if (purpose === "") return fail("purpose_missing" as const);
      if (!isId(profileId)) return fail("not_found" as const);
      const { id, sealed, setApartFor, userId } = measurementProfiles;
      const [row] = await tx
        .select({ id, sealed, userId })
        .from(measurementProfiles)
        .where(and(eq(id, profileId), isNull(setApartFor)));
      if (!row) return fail("not_found" as const);
      const profile = openProfile(deps.measurementBox, row);
      if (!profile) return fail("unreadable" as const);
      await recordRead(tx, {
        subject: "profile",
        subjectId: row.id,
        ownerId: row.userId,
        staffId: actor.userId,
        purpose,
        readAt: deps.clock.now(),
      });
      return ok(profile);
    });
  },
);

/** Says only that somebody is measured, without values, names and labels. */
export type MeasuredPerson = { id: string; updatedAt: Date };

/** The measured people of an account, for any admin: ids and times, nothing that was measured. */
export const listMeasuredPeople = asAdmin(
  async (db: Queryable, input: { userId: string }): Promise<Result<MeasuredPerson[]>> => {
    if (!isId(input.userId)) return ok([]);
    return ok(
      await db
        .select({ id: measurementProfiles.id, updatedAt: measurementProfiles.updatedAt })
        .from(measurementProfiles)
        .where(eq(measurementProfiles.userId, input.userId))
        .orderBy(desc(measurementProfiles.updatedAt)),
    );
  },
);

export type MeasurementRead = {
  subject: "profile" | "contract" | "specification";
  subjectId: string;
  /** The garment that the numbers are cut for; null for a person's profile and for an inquiry. */
  productName: string | null;
  /** Null after the account of the staff member is gone. */
  staffName: string | null;
  purpose: string;
  readAt: Date;
};

/** Lists who opened the actor's measurements, newest first; also those of orders that the actor placed as a guest and that joined the account later. */
export async function listMyReads(
  db: Queryable,
  input: { actor: Actor },
): Promise<Result<MeasurementRead[], "forbidden">> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  return ok(
    await db
      .select({
        subject: measurementReads.subject,
        subjectId: measurementReads.subjectId,
        productName: orderItems.productName,
        staffName: profiles.name,
        purpose: measurementReads.purpose,
        readAt: measurementReads.readAt,
      })
      .from(measurementReads)
      .leftJoin(profiles, eq(profiles.id, measurementReads.staffId))
      .leftJoin(
        contracts,
        and(eq(measurementReads.subject, "contract"), eq(contracts.id, measurementReads.subjectId)),
      )
      .leftJoin(orderItems, eq(orderItems.id, contracts.orderItemId))
      .leftJoin(orders, eq(orders.id, orderItems.orderId))
      .where(
        or(
          eq(measurementReads.userId, actor.userId),
          and(isNull(measurementReads.userId), eq(orders.userId, actor.userId)),
        ),
      )
      .orderBy(desc(measurementReads.readAt), desc(measurementReads.id)),
  );
}
