import type { ReactNode } from "react";
import { formatMoney, multiplyMoney } from "#core/money-amount.ts";
import { sizeLabel } from "#features/catalog/products/product.ts";
import { fitLabels, lineName } from "#features/orders/order/line-description.ts";
import { swatchOf } from "#features/orders/order/line-swatch.ts";
import type { OrderLine } from "#features/orders/order/order.ts";
import { lineTotal } from "#features/orders/order/order.ts";
import { Swatch } from "#ui/option-tiles.tsx";
import { Price } from "#ui/price.tsx";
import { Thumbnail } from "#ui/responsive-image.tsx";
import { ClothSwatch, swatchImageOf } from "./cloth-swatch.tsx";
import { MadeToMeasureBadge } from "./order-status-badge.tsx";

type Props = {
  lines: readonly OrderLine[];
  /** The colors are #RRGGBB by line id. */
  colors: Record<string, string>;
  /** Says what a made-to-measure line still needs; null for nothing. */
  needOf?: (line: OrderLine) => string | null;
  /** Renders below the line's description. */
  below?: (line: OrderLine) => ReactNode;
};

/** Shows the items as they were when bought. */
export function OrderLines({ lines, colors, needOf, below }: Props) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li key={line.id} className="flex gap-4 py-4">
          <OrderLineImage line={line} />
          <div className="min-w-0 grow">
            <p className="font-medium">{lineName(line)}</p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
              <span>{sizeLabel(line.size)}</span>
              {line.colorName && <LineColor name={line.colorName} hex={colors[line.id]} />}
            </p>
            <p className="figures mt-0.5 text-sm text-ink-soft">
              {formatMoney(line.unitPrice)} × {line.quantity}
              {line.discount.minorUnits > 0 && ` − ${formatMoney(line.discount)} offer`}
            </p>
            {line.fit && (
              <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">
                {fitLabels(line).join(", ")}
              </p>
            )}
            <SwatchSentence line={line} />
            {line.madeToMeasure && (
              <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
                <MadeToMeasureBadge />
                {needOf?.(line)}
              </p>
            )}
            {below?.(line)}
          </div>
          <LinePrice line={line} />
        </li>
      ))}
    </ul>
  );
}

/** With the swatch of the cloth below, where the image shows another one. */
function OrderLineImage({ line }: { line: OrderLine }) {
  const swatch = swatchImageOf(swatchOf(line));
  return (
    <div className="shrink-0">
      <Thumbnail image={line.mediaId ? { id: line.mediaId } : null} width={64} />
      {swatch && <ClothSwatch swatch={swatch} className="mt-1 h-7 w-16" />}
    </div>
  );
}

function SwatchSentence({ line }: { line: OrderLine }) {
  const swatch = swatchOf(line);
  return swatch && <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">{swatch.sentence}</p>;
}

function LineColor({ name, hex }: { name: string; hex: string | undefined }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {hex && <Swatch colour={hex} name={name} decorative size={14} />}
      {name}
    </span>
  );
}

function LinePrice({ line }: { line: OrderLine }) {
  const full = multiplyMoney(line.unitPrice, line.quantity);
  return (
    <Price
      amount={formatMoney(lineTotal(line))}
      was={line.discount.minorUnits > 0 ? formatMoney(full) : undefined}
      className="shrink-0 text-right text-sm font-medium"
    />
  );
}
