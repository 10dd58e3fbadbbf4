import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money, multiplyMoney } from "#core/money-amount.ts";
import { sampleGown, sampleTie } from "#features/base/mail/email.ts";
import type { EmailBlock } from "#features/base/mail/render-email.ts";
import { sizeLabel } from "#features/catalog/products/product.ts";
import { colorBeside, fitLabels, lineName } from "#features/orders/order/line-description.ts";
import type { OrderLine } from "#features/orders/order/order.ts";
import { lineTotal } from "#features/orders/order/order.ts";
import type { AmountRow } from "#features/orders/order/order-amounts.ts";

/** Amounts are for the whole line. */
export type ConfirmedLine = {
  /** With its wearer. */
  name: string;
  size: string;
  colorName: string;
  quantity: number;
  regular: MoneyAmount;
  total: MoneyAmount;
  madeToMeasure: boolean;
  /** "Cloth: Ivory linen", "Fit: Regular", "Monogram: R.S."; null without measurements. Never a measurement. */
  options: readonly string[] | null;
};

export const SAMPLE_LINES: readonly ConfirmedLine[] = [
  {
    ...sampleTie,
    regular: money(19_000),
    total: money(16_150),
    madeToMeasure: false,
    options: null,
  },
  {
    ...sampleGown,
    regular: money(89_900),
    total: money(89_900),
    madeToMeasure: true,
    options: ["Cloth: Ivory silk", "Length: To the floor"],
  },
];

/** Of the sample's lines. */
export const SAMPLE_AMOUNTS: readonly AmountRow[] = [
  { label: "Subtotal", amount: "$1,060.50", isSum: false },
  { label: "Shipping, Express", amount: "$25.00", isSum: false },
  { label: "Total", amount: "$1,085.50", isSum: true },
];

/** An order's line in an email that says what was ordered, with the choices of the order unless a contract has others. */
export function confirmedLine(
  line: OrderLine,
  options: readonly string[] | null = line.fit ? fitLabels(line) : null,
): ConfirmedLine {
  return {
    name: lineName(line),
    size: line.size,
    colorName: colorBeside(line),
    quantity: line.quantity,
    regular: multiplyMoney(line.unitPrice, line.quantity),
    total: lineTotal(line),
    madeToMeasure: line.madeToMeasure,
    options,
  };
}

/** The lines as the email shows them: name and choices on the left, price on the right. */
export function linesBlock(lines: readonly ConfirmedLine[]): EmailBlock {
  return {
    kind: "lines",
    lines: lines.map((each) => ({
      title: each.name,
      details: [
        [sizeLabel(each.size), each.colorName, `Quantity ${each.quantity}`]
          .filter(Boolean)
          .join(" · "),
        ...(each.madeToMeasure ? ["Made to measure"] : []),
        ...(each.options ?? []),
      ],
      amount: formatMoney(each.total),
      was: each.regular.minorUnits === each.total.minorUnits ? null : formatMoney(each.regular),
    })),
  };
}
