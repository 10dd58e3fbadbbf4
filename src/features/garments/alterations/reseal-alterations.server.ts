import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/client.server.ts";
import { alterationRequests, fitFeedback } from "#db/schema/alterations.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { resealFeedback } from "./fit-feedback.server.ts";
import { resealNote } from "./stored-alterations.server.ts";

type ResealCount = { resealed: number; unreadable: number };

async function resealReports(tx: Transaction, box: SecretBox): Promise<ResealCount> {
  const count = { resealed: 0, unreadable: 0 };
  const reports = await tx
    .select()
    .from(fitFeedback)
    .where(sql`${fitFeedback.sealed} ->> 'keyId' <> ${box.keyId}`)
    .for("update");
  for (const row of reports) {
    const sealed = resealFeedback(box, row);
    count[sealed ? "resealed" : "unreadable"] += 1;
    if (sealed) await tx.update(fitFeedback).set({ sealed }).where(eq(fitFeedback.id, row.id));
  }
  return count;
}

async function resealNotes(tx: Transaction, box: SecretBox): Promise<ResealCount> {
  const count = { resealed: 0, unreadable: 0 };
  const notes = await tx
    .select()
    .from(alterationRequests)
    .where(sql`${alterationRequests.sealedNote} ->> 'keyId' <> ${box.keyId}`)
    .for("update");
  for (const row of notes) {
    const sealedNote = resealNote(box, row);
    count[sealedNote ? "resealed" : "unreadable"] += 1;
    if (sealedNote) {
      await tx
        .update(alterationRequests)
        .set({ sealedNote })
        .where(eq(alterationRequests.id, row.id));
    }
  }
  return count;
}

/**
 * Seals every report and note with the current measurement key, so that former keys can be removed. Idempotent. What no key opens
 * stays as it is and is counted.
 */
export async function resealAlterations({
  db,
  measurementBox: box,
}: {
  db: Database;
  measurementBox: SecretBox;
}): Promise<ResealCount> {
  return db.transaction(async (tx) => {
    const reports = await resealReports(tx, box);
    const notes = await resealNotes(tx, box);
    return {
      resealed: reports.resealed + notes.resealed,
      unreadable: reports.unreadable + notes.unreadable,
    };
  });
}
