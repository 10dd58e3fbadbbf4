import { join } from "node:path";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import { DAY_MS } from "#core/duration.ts";
import { DELETED_EMAIL } from "#core/email.ts";
import { newId } from "#core/ids.ts";
import type { Transaction } from "#db/client.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { orderItems, orderNotes, orders } from "#db/schema/orders.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { garments, makers } from "#db/schema/production.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { STAGES } from "#features/garments/garment/garment.ts";
import { recordGarmentEvents } from "#features/garments/garment/garment-events.server.ts";
import { createGarments } from "#features/garments/garment/stored-garments.server.ts";
import { outerCloth } from "#features/garments/options/shown-cloth.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import type { StageMinutes } from "#features/garments/scheduling/production-times.ts";
import { defaultTimes } from "#features/garments/scheduling/production-times.ts";
import { chosenOptions, readDraft } from "#features/garments/specification/fit-draft.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { DemoCatalogue } from "./demo-catalogue.server.ts";
import { readDemo } from "./demo-catalogue.server.ts";

const madeSchema = z.object({
  /** The slug of a product of the demo that is made to measure. */
  product: z.string().min(1),
  /** Before the shop is filled: later than what its reports of the last weeks show. */
  orderedDaysAgo: z.number().int().min(61),
  /** After it was sent. */
  arrivesAfterDays: z.number().int().min(1),
  /** Each stage after the first one, with its day; day 1 is that of the order. */
  stages: z.array(z.object({ stage: z.enum(STAGES), day: z.number().int().min(1) })).min(1),
});

/** The garment of the demo that went through every stage. */
export type DemoGarment = z.infer<typeof madeSchema>;

/** Reads demo/made-garment.json. Throws AppError('configuration') with file and reason. */
export const readDemoGarment = (directory: string): Promise<DemoGarment> =>
  readDemo(join(directory, "made-garment.json"), madeSchema);

/** Of whoever made it: not a person, so that no page names somebody who does not exist, and archived, so that no day is planned with it. */
const SAMPLE_MAKER = { name: "The demo's maker", weekMinutes: [0, 0, 0, 0, 0, 0, 0] };

/** The demo's products and their ids by slug, and its images by file name. */
type Shop = {
  products: DemoCatalogue["products"];
  productIds: ReadonlyMap<string, string>;
  mediaIds: ReadonlyMap<string, string>;
  now: Date;
};

/** Who wrote and sent it, on the order's page. */
const DEMO = "Demo";

/** What the owner reads on its order. */
const EXAMPLE_NOTE =
  "An example that came with the demo's products: nobody ordered it, and it counts as no sale. The page “Made to Measure” tells its stages until a garment of your own has been sent.";

type MadeProduct = {
  productId: string;
  productName: string;
  garmentType: string;
  /** Of its first image, and the color that it shows. */
  mediaId: string | null;
  color: { hex: string; name: string } | null;
};

/** Throws AppError('configuration') for a product that the demo does not have. */
function productOf(
  { product: slug }: DemoGarment,
  { mediaIds, productIds, products }: Shop,
): MadeProduct {
  const product = products.find((each) => each.slug === slug);
  const productId = productIds.get(slug);
  if (!product || !productId) {
    throw new AppError("configuration", `Demo catalogue: made-garment.json: no ${slug}`);
  }
  const [image] = product.images;
  return {
    productId,
    productName: product.name,
    garmentType: product.garmentType,
    mediaId: (image && mediaIds.get(image.file)) ?? null,
    color: product.colors.find(({ hex }) => hex === image?.color) ?? product.colors[0] ?? null,
  };
}

/** At eleven in the morning of Georgetown, on this day after the order's. */
const momentOf = (ordered: Date, day: number) => new Date(ordered.getTime() + (day - 1) * DAY_MS);

function orderedAt({ orderedDaysAgo }: DemoGarment, now: Date): Date {
  const ordered = new Date(now.getTime() - orderedDaysAgo * DAY_MS);
  ordered.setUTCHours(15, 0, 0, 0);
  return ordered;
}

/** What a line with the product's standard choices stores: the garment as it is pictured. A cloth from stock names its color. */
async function standardLine(tx: Transaction, { color, productId }: MadeProduct) {
  const terms = await findTermsOfProduct(tx, productId);
  const chosen = terms ? chosenOptions(readDraft(null, terms), terms) : [];
  const cloth = outerCloth(chosen);
  return {
    color: cloth?.hex ?? color?.hex ?? "",
    colorName: cloth?.name ?? color?.name ?? "",
    extraDays: terms?.extraDays ?? null,
    options: chosen.map(({ choice, group }) => {
      return { group: group.name, choice: choice.name, priceMinor: choice.price.minorUnits };
    }),
  };
}

/**
 * Written like an order whose customer's data was deleted: it names nobody, costs nothing, and no email is sent for it. Its line was
 * ordered with a specification that is erased, so that no page still waits for its measurements.
 */
async function insertOrder(tx: Transaction, made: MadeProduct, ordered: Date) {
  const { mediaId, productId, productName } = made;
  const orderItemId = newId();
  const [order] = await tx
    .insert(orders)
    .values({
      status: "completed",
      customerEmail: DELETED_EMAIL,
      subtotalMinor: 0,
      totalMinor: 0,
      madeToMeasure: true,
      shippingMethod: "Standard",
      completedAt: ordered,
      createdAt: ordered,
    })
    .returning({ id: orders.id });
  const orderId = order?.id ?? "";
  await tx.insert(payments).values({
    orderId,
    method: "test",
    provider: "test",
    currency: "USD",
    amountMinor: 0,
    status: "captured",
    createdAt: ordered,
  });
  const line = { id: orderItemId, quantity: 1, madeToMeasure: true };
  const standard = await standardLine(tx, made);
  await tx.insert(orderItems).values({
    ...line,
    ...standard,
    orderId,
    productId,
    productName,
    mediaId,
    size: CUSTOM_SIZE,
    unitPriceMinor: 0,
    specificationId: newId(),
    fitName: "regular",
  });
  await recordOrderEvent(tx, { orderId, type: "placed", detail: {}, at: ordered });
  await recordOrderEvent(tx, {
    orderId,
    type: "completed",
    detail: { provider: "test", late: false },
    at: ordered,
  });
  await tx.insert(orderNotes).values({ orderId, authorName: DEMO, note: EXAMPLE_NOTE });
  await createGarments(tx, { lines: [{ ...line }], at: ordered });
  return { orderId, orderItemId };
}

async function insertMaker(tx: Transaction, archivedAt: Date): Promise<string> {
  const id = newId();
  await tx.insert(makers).values({ id, ...SAMPLE_MAKER, archivedAt });
  return id;
}

async function insertShipment(
  tx: Transaction,
  { orderId, orderItemId }: { orderId: string; orderItemId: string },
  shippedAt: Date,
  deliveredAt: Date,
): Promise<string> {
  const shipmentId = newId();
  const carrier = "GPOC";
  await tx.insert(shipments).values({ id: shipmentId, orderId, carrier, shippedAt, deliveredAt });
  await tx.insert(shipmentItems).values({ shipmentId, orderItemId, quantity: 1 });
  await recordOrderEvent(tx, {
    orderId,
    type: "shipped",
    detail: { shipmentId, carrier, trackingNumber: "", quantity: 1, by: DEMO },
    at: shippedAt,
  });
  const detail = { shipmentId, carrier, by: DEMO };
  await recordOrderEvent(tx, { orderId, type: "delivered", detail, at: deliveredAt });
  return shipmentId;
}

const minutesOf = (minutes: StageMinutes, stage: string) =>
  Object.entries(minutes).find(([name]) => name === stage)?.[1] ?? null;

/**
 * Writes one garment that went through every stage of the atelier and arrived, so that the page "Made to measure" tells a whole life
 * from data before the house has made its first one. It counts as no sale, has no customer, and disappears from that page with its
 * product.
 */
export async function insertMadeGarment(
  tx: Transaction,
  made: DemoGarment,
  shop: Shop,
): Promise<void> {
  const product = productOf(made, shop);
  const ordered = orderedAt(made, shop.now);
  const { orderId, orderItemId } = await insertOrder(tx, product, ordered);
  const makerId = await insertMaker(tx, ordered);
  const last = made.stages.at(-1);
  if (last?.stage !== "shipped") {
    throw new AppError(
      "configuration",
      "Demo catalogue: made-garment.json: its last stage is not shipped",
    );
  }
  const shippedAt = momentOf(ordered, last.day);
  const deliveredAt = momentOf(shippedAt, 1 + made.arrivesAfterDays);
  const shipmentId = await insertShipment(tx, { orderId, orderItemId }, shippedAt, deliveredAt);
  const finished = made.stages.find(({ stage }) => stage === "finished") ?? last;
  const [garment] = await tx
    .update(garments)
    .set({
      stage: "shipped",
      shipmentId,
      finishedAt: momentOf(ordered, finished.day),
      createdAt: ordered,
    })
    .where(eq(garments.orderItemId, orderItemId))
    .returning({ id: garments.id });
  const minutes = defaultTimes(product.garmentType);
  const events = made.stages.map(({ day, stage }, index) => ({
    kind: "stage" as const,
    garmentId: garment?.id ?? "",
    at: momentOf(ordered, day),
    staff: null,
    from: made.stages[index - 1]?.stage ?? STAGES[0],
    to: stage,
    makerId,
    minutes: minutesOf(minutes, stage),
    note: "",
  }));
  await recordGarmentEvents(tx, events);
}
