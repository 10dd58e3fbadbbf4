import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { canWriteTo } from "#core/email.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { countAttempt, senderKey } from "#features/base/identity/attempts.server.ts";
import { countVisitorEntry } from "#features/base/identity/visitor-entries.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/base/media/image-url.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { shownGarment } from "#features/garments/options/shown-cloth.ts";
import { lineSwatch, swatchOfEmail } from "#features/orders/order/line-swatch.ts";
import type { InquiryEmailInput } from "./inbox-email.ts";
import { inquiryEmail, inquiryReceiptEmail } from "./inbox-email.ts";
import type { InquiredFit } from "./inquired-fit.server.ts";
import { findInquiredFit } from "./inquired-fit.server.ts";
import { colorOf, inquirySizes } from "./inquiry-form.ts";
import type { PurchaseInquiry } from "./inquiry-input.ts";

/** `key` is the form's idempotency key. */
export type SubmitInput = {
  actor: Actor;
  productId: string;
  key: string | null;
  inquiry: PurchaseInquiry;
  /** Of the sender: an IPv4 address or a /64. */
  network: string;
};

/** 'fit' means that what was chosen for a made-to-measure garment can not be ordered any more. */
export type SubmitFailure = "gone" | "size" | "fit" | "too_many";

/** Inquiries are counted per email and network, so that nobody is silenced by what others send in her name. */
export const INQUIRIES_AN_HOUR = 5;

/** The limit counts the receipts to one email too, whoever sends: an inquiry beyond it is stored and has none. */
const LIMIT = { most: INQUIRIES_AN_HOUR, windowS: 3_600 };

/** Changed content is another inquiry. */
function submissionKeyFor({ productId, key, inquiry }: Omit<SubmitInput, "network">): string {
  const pressed = JSON.stringify([key ?? newId(), productId, inquiry]);
  return createHash("sha256").update(pressed).digest("base64url");
}

/**
 * Stores an inquiry with the product's name, emails the contact address and a receipt, in one transaction
 * (specification 3, Inquiry). A repeated press finds it.
 */
export async function submitInquiry(
  deps: EmailDeps,
  input: SubmitInput,
): Promise<Result<{ id: string }, SubmitFailure>> {
  const { actor, inquiry, network } = input;
  const submissionKey = submissionKeyFor(input);
  const sender = sql`lower(${inquiry.email})`;
  return inTransaction(deps.db, async (tx) => {
    // The second press finds the first.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('inquiry:' || ${sender}, 0))`,
    );
    const [same] = await tx
      .select({ id: guyanaSalesInquiries.id })
      .from(guyanaSalesInquiries)
      .where(eq(guyanaSalesInquiries.submissionKey, submissionKey));
    if (same) return ok(same);

    const product = await findProduct(tx, input.productId);
    if (!product) return fail("gone" as const);
    if (!inquirySizes(product, null).some(({ size }) => size === inquiry.size)) {
      return fail("size" as const);
    }
    const fit = await fitOf(tx, { actor, product, inquiry });
    if (!fit.ok) return fit;
    const counting = { db: tx, clock: deps.clock };
    const counted = await countAttempt(
      counting,
      senderKey("inquiry", inquiry.email, network),
      LIMIT,
    );
    if (!counted.ok) return fail("too_many" as const);
    const ofDay = await countVisitorEntry({ tx, clock: deps.clock }, { kind: "inquiry", network });
    if (!ofDay.ok) return ofDay;
    return ok(await keep(tx, deps, { inquiry, product, submissionKey, fit: fit.value }));
  });
}

/** Another size has no measurements, whatever was chosen before. */
async function fitOf(
  tx: Transaction,
  input: { actor: Actor; product: ProductDetail; inquiry: PurchaseInquiry },
): Promise<Result<InquiredFit | null, "fit">> {
  const { actor, product } = input;
  const { color, size, specification } = input.inquiry;
  if (specification === "" || size !== CUSTOM_SIZE) return ok(null);
  const fit = await findInquiredFit(tx, {
    actor,
    product,
    specification,
    color: color || null,
  });
  return fit ? ok(fit) : fail("fit");
}

type StoredEntry = {
  inquiry: PurchaseInquiry;
  product: ProductDetail;
  submissionKey: string;
  fit: InquiredFit | null;
};

const toStored = ({ extraDays, options, unitPrice }: InquiredFit) => ({
  options: [...options],
  unitPriceMinor: unitPrice.minorUnits,
  currency: unitPrice.currency,
  extraDays,
});

async function keep(
  tx: Transaction,
  deps: EmailDeps,
  { fit, inquiry, product, submissionKey }: StoredEntry,
): Promise<{ id: string }> {
  const id = newId();
  const { color, notes, specification, ...fields } = inquiry;
  const colorName = (fit?.cloth ?? colorOf(product, color))?.name ?? "";
  await tx.insert(guyanaSalesInquiries).values({
    ...fields,
    id,
    productId: product.id,
    productName: product.name,
    colorName,
    additionalNotes: notes,
    ...(fit && { specificationId: specification, fit: toStored(fit) }),
    submissionKey,
    createdAt: deps.clock.now(),
  });
  const { general } = await getSiteShell(tx);
  const cloth = fit?.cloth ?? null;
  const { images, swatch } = shownGarment(product, color || null, cloth);
  const [productImage] = images;
  const urlOf = (imageId: string) =>
    `${deps.publicUrl}${imagePath(imageId, SOCIAL_IMAGE_WIDTH, "jpg")}`;
  const notification: InquiryEmailInput = {
    inquiry,
    colorName,
    fit,
    product: {
      name: product.name,
      url: `${deps.publicUrl}/product/${product.id}`,
      image: productImage
        ? {
            src: urlOf(productImage.id),
            alt: productImage.alt,
            swatch: swatchOfEmail(lineSwatch(cloth?.name ?? "", swatch), urlOf),
          }
        : null,
    },
    siteName: general.siteName,
    siteUrl: deps.publicUrl,
    contactEmail: general.contactEmail,
  };
  await enqueueEmail(tx, deps.jobs, {
    ...inquiryEmail(notification),
    dedupeKey: `purchase-inquiry:${id}`,
    recipient: general.contactEmail,
    replyTo: inquiry.email,
  });
  const receipts = senderKey("inquiry-receipt", inquiry.email, "");
  const counting = { db: tx, clock: deps.clock };
  if (canWriteTo(inquiry.email) && (await countAttempt(counting, receipts, LIMIT)).ok) {
    await enqueueEmail(tx, deps.jobs, {
      ...inquiryReceiptEmail(notification),
      dedupeKey: `inquiry-receipt:${id}`,
      recipient: inquiry.email,
      replyTo: general.contactEmail,
    });
  }
  return { id };
}
