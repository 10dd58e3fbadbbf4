import { orderNumber } from "#core/document-number.ts";
import type { Transaction } from "#db/client.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import {
  garmentName,
  isWithoutCustomer,
  stageMessages,
} from "#features/garments/garment/garment.ts";
import { listGarmentsOfOrder } from "#features/garments/garment/garment-queries.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { customerDeletedNotice } from "./production-email.ts";

/**
 * Tells the office which garments nobody can get any more, in the transaction that made their orders anonymous. The board and the
 * garment's page say so by themselves (`isWithoutCustomer`). Sends nothing when none is in work.
 */
export async function reportDeletedCustomer(
  tx: Transaction,
  { jobs, publicUrl }: { jobs: JobQueue; publicUrl: string },
  orderIds: readonly string[],
): Promise<void> {
  const garments = [];
  for (const orderId of orderIds) garments.push(...(await listGarmentsOfOrder(tx, orderId)));
  const inWork = garments.filter(isWithoutCustomer);
  const [first] = inWork;
  if (!first) return;
  const { general } = await getSiteShell(tx);
  await enqueueEmail(tx, jobs, {
    ...customerDeletedNotice({
      siteName: general.siteName,
      siteUrl: publicUrl,
      contactEmail: general.contactEmail,
      boardUrl: `${publicUrl}/admin/atelier/production`,
      garments: inWork.map((garment) => {
        const stage = stageMessages[garment.stage];
        const anonymous = { ...garment, name: garment.line.productName };
        return `${garmentName(anonymous)} of order ${orderNumber(garment.orderId)}: ${stage}`;
      }),
    }),
    dedupeKey: `garments-without-customer:${first.id}`,
    recipient: general.contactEmail,
  });
}
