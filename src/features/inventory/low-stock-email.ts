import type { RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";
import { quantityLabel, variantLabel } from "./movement-messages.ts";

/** What fell below the threshold, as the mail tells it. */
export type LowStockNotice = {
  siteName: string;
  siteUrl: string;
  lowStock: number;
  rows: readonly {
    name: string;
    size: string;
    colorName: string;
    sku: string;
    onShelf: number;
  }[];
};

/** More than these are counted, not told: a mail is no list of the whole shop. */
const MOST_TOLD = 30;

/** To the house: what runs low, once a fall. */
export function lowStockEmail({ siteName, siteUrl, lowStock, rows }: LowStockNotice): RenderedMail {
  const [first] = rows;
  const rest = rows.length - MOST_TOLD;
  const subject =
    rows.length === 1 && first
      ? `Running low: ${variantLabel(first)}`
      : `Running low: ${rows.length} combinations`;
  return renderMail({
    subject,
    preview: first ? `${variantLabel(first)}: ${quantityLabel(first.onShelf)} left.` : "",
    heading: "Running low",
    blocks: [
      {
        kind: "text",
        text: `These are down to ${quantityLabel(lowStock)} or fewer. Each is told once, until there are more of it again.`,
      },
      {
        kind: "lines",
        lines: rows.slice(0, MOST_TOLD).map((row) => ({
          title: variantLabel(row),
          details: [row.sku],
          amount: row.onShelf === 0 ? "Sold out" : `${row.onShelf} left`,
          was: null,
        })),
      },
      ...(rest > 0 ? [{ kind: "text" as const, text: `And ${rest} more.` }] : []),
      { kind: "button", label: "Open the stock", url: `${siteUrl}/admin/stock?view=low` },
    ],
    siteName,
    siteUrl,
    footer: [
      `Sent to the contact address of ${siteName}. How few is low is set at the foot of the stock page.`,
    ],
  });
}
