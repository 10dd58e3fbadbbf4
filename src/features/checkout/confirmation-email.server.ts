import { addressLines } from "#core/address-lines.ts";
import { countryName } from "#core/country-name.ts";
import { multiplyMoney } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import type { RenderedMail } from "#features/mail/mail-document.ts";
import { orderConfirmationEmail } from "#features/mail/order-confirmation-email.ts";
import type { Order } from "#features/orders/order.ts";
import { lineTotal, orderNumber } from "#features/orders/order.ts";
import { BUSINESS_LABELS } from "#features/settings/business-facts.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";

/** The one rendition every mail program can show. */
const mailPicture = (mediaId: string) => `/images/${mediaId}/1200.jpg`;

/** Writes the confirmation of a paid order with the shop's own name and contact (decision C5). */
export async function composeConfirmation(
  db: Queryable,
  publicUrl: string,
  order: Order,
): Promise<RenderedMail> {
  const { general } = await getSiteShell(db);
  const pictured = order.lines.find((line) => line.mediaId);
  return orderConfirmationEmail({
    siteName: general.siteName,
    siteUrl: publicUrl,
    contactEmail: general.contactEmail,
    orderNumber: orderNumber(order.id),
    orderUrl: `${publicUrl}/checkout/success?session_id=${order.paymentSessionId ?? ""}`,
    picture: pictured?.mediaId
      ? {
          src: `${publicUrl}${mailPicture(pictured.mediaId)}`,
          alt: pictured.productName,
        }
      : null,
    lines: order.lines.map((line) => ({
      name: line.productName,
      size: line.size,
      colorName: line.colorName,
      quantity: line.quantity,
      regular: multiplyMoney(line.unitPrice, line.quantity),
      total: lineTotal(line),
      madeToMeasure: line.madeToMeasure,
    })),
    ...order.totals,
    shippingMethod: order.shippingMethod,
    terms: BUSINESS_LABELS,
    addressLines: order.address
      ? addressLines(order.address, countryName(order.address.country))
      : [],
  });
}
