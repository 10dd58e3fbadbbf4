import { asc, eq } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { alterationRequests, fitFeedback } from "#db/schema/alterations.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { listMyFitMemories } from "#features/garments/fit-memory/fit-memories.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { openFeedback } from "./fit-feedback.server.ts";
import { openNote } from "./stored-alterations.server.ts";

/** Fit memory, reports and requests of the actor's account, in mm and minor units; without the atelier's cause and cost. */
export async function exportFit(
  { db, measurementBox }: { db: Queryable; measurementBox: SecretBox },
  { actor }: { actor: Actor },
) {
  if (!isSignedIn(actor)) return { corrections: [], reports: [], requests: [] };
  const memories = await listMyFitMemories({ db, measurementBox }, { actor });
  const isOwn = eq(orders.userId, actor.userId);
  const reports = await db
    .select({ product: orderItems.productName, report: fitFeedback })
    .from(fitFeedback)
    .innerJoin(garments, eq(garments.id, fitFeedback.garmentId))
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(isOwn)
    .orderBy(asc(fitFeedback.createdAt), asc(fitFeedback.id));
  const requests = await db
    .select({ product: orderItems.productName, request: alterationRequests })
    .from(alterationRequests)
    .innerJoin(garments, eq(garments.id, alterationRequests.garmentId))
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(isOwn)
    .orderBy(asc(alterationRequests.createdAt), asc(alterationRequests.id));
  return {
    corrections: memories.ok
      ? memories.value.map(({ corrections, garment, label }) => ({ label, garment, corrections }))
      : [],
    reports: reports.map(({ product, report }) => {
      const opened = openFeedback(measurementBox, report);
      const said = opened && { points: opened.points, note: opened.note };
      return { product, reportedAt: report.createdAt, said };
    }),
    requests: requests.map(({ product, request }) => {
      const { createdAt, creditMinor, currency, decisionNote, number, remedy, status } = request;
      return {
        product,
        number,
        requested: remedy,
        status,
        askedAt: createdAt,
        decisionNote,
        note: openNote(measurementBox, request),
        creditMinor,
        currency,
      };
    }),
  };
}
