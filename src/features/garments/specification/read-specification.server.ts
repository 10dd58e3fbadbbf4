import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAtelier } from "#features/base/identity/guards.server.ts";
import { MAX_PURPOSE_LENGTH } from "#features/body/measurement/measurement-profile.ts";
import type { StaffReadFailure } from "#features/body/measurement/measurement-reads.server.ts";
import { recordRead } from "#features/body/measurement/measurement-reads.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { openSpecification } from "./seal-specification.server.ts";
import type { FitSpecification } from "./specification.ts";

/**
 * Opens a specification that is not ordered yet for the atelier, for a stated purpose. The entry that the customer sees is
 * written in the same transaction: without it nothing is read. 'forbidden' for everybody without the atelier permission;
 * 'not_ordered' for numbers that somebody measured by link, who agreed to be read when the clothes are ordered (ADR 0041).
 */
export const readSpecificationAsStaff = asAtelier(
  async (
    deps: { db: Database; measurementBox: SecretBox; clock: Clock },
    input: { actor: Admin; specification: string | null; purpose: string },
  ): Promise<Result<FitSpecification, StaffReadFailure | "not_ordered">> => {
    const { actor, specification } = input;
    const purpose = tidyLine(input.purpose).slice(0, MAX_PURPOSE_LENGTH);
    return inTransaction(deps.db, async (tx) => {
      if (purpose === "") return fail("purpose_missing" as const);
      if (specification === null || !isId(specification)) return fail("not_found" as const);
      const [row] = await tx
        .select()
        .from(fitSpecifications)
        .where(eq(fitSpecifications.id, specification));
      if (!row?.sealed) return fail("not_found" as const);
      const opened = openSpecification(deps.measurementBox, row);
      if (!opened) return fail("unreadable" as const);
      if (opened.specification.measuredByLink) return fail("not_ordered" as const);
      await recordRead(tx, {
        subject: "specification",
        subjectId: row.id,
        ownerId: row.userId,
        staffId: actor.userId,
        purpose,
        readAt: deps.clock.now(),
      });
      return ok(opened.specification);
    });
  },
);
