import { LineImage } from "#app/components/cart/line-image.tsx";
import { swatchImageOf } from "#app/components/orders/cloth-swatch.tsx";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { DescribedLine } from "#features/orders/order/line-description.ts";
import { colorBeside, fitLabels, lineName } from "#features/orders/order/line-description.ts";
import { swatchOf } from "#features/orders/order/line-swatch.ts";
import { Price } from "#ui/price.tsx";

export type SummaryLine = {
  key: string;
  described: DescribedLine;
  /** URL, or "" without an image. */
  image: string;
  quantity: number;
  unitPrice: MoneyAmount;
  total: MoneyAmount;
};

/** Specification 2, Checkout. */
export function SummaryLines({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.key} className="flex gap-4 py-4 first:pt-0">
          <LineImage
            address={line.image}
            width="narrow"
            swatch={swatchImageOf(swatchOf(line.described))}
          />
          <div className="min-w-0 grow">
            <div className="flex items-baseline justify-between gap-4">
              <p className="font-medium leading-tight wrap-anywhere">{lineName(line.described)}</p>
              <LineTotal line={line} />
            </div>
            <p className="mt-1 text-sm text-ink-quiet">
              Size: {[line.described.size, colorBeside(line.described)].filter(Boolean).join(", ")}
            </p>
            <p className="figures text-sm text-ink-quiet">
              {formatMoney(line.unitPrice)} × {line.quantity}
            </p>
            {line.described.madeToMeasure && <MadeToMeasure line={line.described} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Older orders have no measurements: the atelier asks for them. */
function MadeToMeasure({ line }: { line: DescribedLine }) {
  const labels = fitLabels(line);
  const swatch = swatchOf(line);
  return (
    <div className="mt-1 text-sm text-ink-quiet">
      <p>
        {line.fit
          ? "Made to your measurements"
          : "Made to measure: we will write to you for your measurements."}
      </p>
      {labels.length > 0 && <p className="wrap-anywhere">{labels.join(", ")}</p>}
      {swatch && <p className="mt-1 wrap-anywhere">{swatch.sentence}</p>}
    </div>
  );
}

function LineTotal({ line }: { line: SummaryLine }) {
  const regular = line.unitPrice.minorUnits * line.quantity;
  const reduced = line.total.minorUnits < regular;
  return (
    <Price
      className="shrink-0 text-right text-sm"
      amount={formatMoney(line.total)}
      was={reduced ? formatMoney({ ...line.total, minorUnits: regular }) : undefined}
    />
  );
}
