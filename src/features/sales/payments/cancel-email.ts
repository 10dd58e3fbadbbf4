import { defineEmail, sampleOrder, sampleTie } from "#features/base/mail/email.ts";
import { sizePhrase } from "#features/catalog/products/product.ts";

type CancelledItems = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  productName: string;
  size: string;
  quantity: number;
  orderUrl: string;
};

/** Tells the shop that a customer cancelled ready-made items, because somebody may be packing them. */
export const itemsCancelledNotice = defineEmail<CancelledItems>({
  kind: "items-cancelled",
  compose: ({ orderNumber, orderUrl, productName, quantity, siteName, size }) => ({
    subject: `${quantity} × ${productName} of order ${orderNumber} cancelled`,
    preview: "Please do not pack it: the customer cancelled it before it left.",
    heading: "Please do not pack this",
    blocks: [
      {
        kind: "text",
        text: `The customer cancelled ${quantity} × ${productName}, ${sizePhrase(size)}, of order ${orderNumber} before it left. It is back in stock. The order says what goes back and whether you have to send it.`,
      },
      { kind: "button", label: "View the order", url: orderUrl },
    ],
    footer: [`Cancelled by the customer at ${siteName}.`],
  }),
  sample: (facts) => ({
    ...sampleOrder(facts),
    customerName: null,
    productName: sampleTie.name,
    size: sampleTie.size,
    quantity: 1,
    orderUrl: `${facts.siteUrl}/admin/orders`,
  }),
});
