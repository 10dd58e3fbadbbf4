import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { alterationEvents, alterationRequests } from "#db/schema/alterations.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import type { EncodedImage } from "#features/base/media/ingest-image.server.ts";
import type { Garment } from "#features/garments/garment/garment.ts";
import { lockGarment } from "#features/garments/garment/stored-garments.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { alterationNoticeEmail, alterationRequestedEmail } from "./alteration-email.ts";
import type { AlterationInput } from "./alteration-input.ts";
import type { FitFeedback } from "./feedback-input.ts";
import { addFeedback } from "./fit-feedback.server.ts";
import { encodeImages, findImagesProblem, storeImages } from "./fit-images.server.ts";
import type { GarmentKey } from "./garment-access.server.ts";
import { findMyGarment } from "./garment-access.server.ts";
import type { MailDeps } from "./stored-alterations.server.ts";
import {
  canStillAlter,
  findAlterationTerms,
  garmentFacts,
  listRequestsOfGarment,
  newAlterationNumber,
  sealNote,
} from "./stored-alterations.server.ts";

export type AlterationDeps = MailDeps & {
  db: Database;
  measurementBox: SecretBox;
  files: FileStore;
};

export type RequestAlterationFailure =
  | { code: "forbidden" | "not_found" | "not_by_the_rules" }
  | { code: "images"; message: string };

type AlterationRequest = {
  key: GarmentKey;
  requested: AlterationInput;
  /** Where it does not fit; null when the request is not about the fit. */
  feedback: FitFeedback | null;
  images: readonly File[];
};

/**
 * Asks for an alteration, a credit for a local tailor or a remake of a delivered garment, by the rules of alteration-rules.ts.
 * What is said about the fit is stored as a report and changes the next garment. Emails customer and atelier in the transaction;
 * of concurrent presses one creates a request.
 */
export async function requestAlteration(
  deps: AlterationDeps,
  input: AlterationRequest,
): Promise<Result<{ number: string }, RequestAlterationFailure>> {
  const found = await findMyGarment(deps, input.key);
  if (!found.ok) return fail({ code: found.error });
  const garment = found.value;
  // Asked first without the lock, because photos cost more than the question.
  const before = await findAlterationTerms(deps.db, garment, deps.clock.now());
  if (!before.remedies.includes(input.requested.remedy)) {
    return refuse(deps.db, garment, input.requested);
  }
  const images = await encodeImages(deps.db, garment.id, input.images);
  if (!images.ok) return fail({ code: "images", message: images.error });
  return inTransaction(deps.db, async (tx) => {
    await lockGarment(tx, garment.id);
    const now = deps.clock.now();
    const terms = await findAlterationTerms(tx, garment, now);
    if (!terms.remedies.includes(input.requested.remedy))
      return refuse(tx, garment, input.requested);
    const message = await findImagesProblem(tx, garment.id, images.value.length);
    if (message !== null) return fail({ code: "images" as const, message });
    const number = newAlterationNumber();
    const id = newId();
    const { note, remedy } = input.requested;
    await tx.insert(alterationRequests).values({
      id,
      number,
      garmentId: garment.id,
      remedy,
      isFree: terms.isFree,
      sealedNote: sealNote(deps.measurementBox, id, note),
      currency: garment.currency,
      createdAt: now,
    });
    await tx
      .insert(alterationEvents)
      .values({ requestId: id, toStatus: "requested", createdAt: now });
    if (input.feedback) await addFeedback(tx, deps, garment, input.feedback);
    await storeOwnImages(tx, deps, { images: images.value, requestId: id, kind: "fit" });
    await sendMails(tx, deps, garment, { number, remedy, id });
    return ok({ number });
  });
}

/** A second press finds its own open request; everything else is against the rules. */
async function refuse(
  tx: Queryable,
  garment: Garment,
  request: AlterationInput,
): Promise<Result<{ number: string }, RequestAlterationFailure>> {
  const [newest] = await listRequestsOfGarment(tx, garment.id);
  if (newest?.status === "requested" && newest.remedy === request.remedy) {
    return ok({ number: newest.number });
  }
  return fail({ code: "not_by_the_rules" });
}

function storeOwnImages(
  tx: Transaction,
  deps: AlterationDeps,
  input: { images: readonly EncodedImage[]; requestId: string; kind: "fit" | "receipt" },
): Promise<void> {
  const { images, kind, requestId } = input;
  return storeImages(tx, deps, { images, of: { requestId }, kind, now: deps.clock.now() });
}

async function sendMails(
  tx: Transaction,
  deps: AlterationDeps,
  garment: Garment,
  { id, number, remedy }: { id: string; number: string; remedy: AlterationInput["remedy"] },
): Promise<void> {
  const { customerName, garmentUrl, ...facts } = await garmentFacts(tx, deps, garment);
  await enqueueEmail(tx, deps.jobs, {
    ...alterationRequestedEmail({ ...facts, customerName, garmentUrl, number, remedy }),
    dedupeKey: `alteration:${id}`,
    recipient: garment.customerEmail,
  });
  await enqueueEmail(tx, deps.jobs, {
    ...alterationNoticeEmail({
      ...facts,
      number,
      remedy,
      adminUrl: `${deps.publicUrl}/admin/atelier/alterations/${id}`,
    }),
    dedupeKey: `alteration-notice:${id}`,
    recipient: facts.contactEmail,
    replyTo: garment.customerEmail,
  });
}

/** Adds the receipt of a local tailor to an approved credit; refused after the order was refunded. */
export async function sendReceipt(
  deps: AlterationDeps,
  input: { key: GarmentKey; images: readonly File[] },
): Promise<Result<null, RequestAlterationFailure>> {
  const found = await findMyGarment(deps, input.key);
  if (!found.ok) return fail({ code: found.error });
  const [newest] = await listRequestsOfGarment(deps.db, found.value.id);
  const isAwaited = newest?.status === "credit" && (await canStillAlter(deps.db, found.value));
  if (!newest || !isAwaited) return fail({ code: "not_by_the_rules" });
  const images = await encodeImages(deps.db, found.value.id, input.images);
  if (!images.ok) return fail({ code: "images", message: images.error });
  if (images.value.length === 0) {
    return fail({ code: "images", message: "Please choose a photo of the receipt." });
  }
  return inTransaction(deps.db, async (tx) => {
    await lockGarment(tx, found.value.id);
    const message = await findImagesProblem(tx, found.value.id, images.value.length);
    if (message !== null) return fail({ code: "images" as const, message });
    await storeOwnImages(tx, deps, {
      images: images.value,
      requestId: newest.id,
      kind: "receipt",
    });
    return ok(null);
  });
}
