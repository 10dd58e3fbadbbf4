import { Link } from "react-router";
import { formatNumber } from "#core/format-number.ts";
import type { StockRow } from "#features/catalog/inventory/stock-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Cell, CellNote, HeadCell, Table, walkRows } from "#ui/table.tsx";

type Props = { rows: readonly StockRow[]; lowStock: number };

const kindLabels = ({ size, colorName }: StockRow) => [size, colorName].filter(Boolean).join(" · ");

export function StockTable({ rows, lowStock }: Props) {
  return (
    <>
      <WideTable rows={rows} lowStock={lowStock} />
      <ul className="divide-y divide-line border-y border-line lg:hidden">
        {rows.map((row) => (
          <li key={row.variantId}>
            <Link to={`/admin/stock/${row.variantId}`} className="block py-3.5 -outline-offset-2">
              <span className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 font-medium wrap-anywhere">{row.name}</span>
                <span className="figures shrink-0 text-lg font-medium">
                  {formatNumber(row.inStock)}
                </span>
              </span>
              <span className="mt-0.5 block text-sm text-ink-soft">{kindLabels(row)}</span>
              <span className="figures mt-0.5 block text-sm text-ink-quiet wrap-anywhere">
                {row.sku} · {formatNumber(row.sold)} sold in 30 days
                {row.held > 0 && ` · ${formatNumber(row.held)} held`}
              </span>
              <StockBadge row={row} lowStock={lowStock} className="mt-2" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

type BadgeProps = { row: StockRow; lowStock: number; className?: string };

/** Renders nothing for sufficient stock. */
function StockBadge({ row, lowStock, className }: BadgeProps) {
  if (row.inStock === 0) {
    return (
      <Badge kind="error" className={className ?? ""}>
        Sold out
      </Badge>
    );
  }
  if (row.inStock > lowStock) return null;
  return (
    <Badge kind="warning" className={className ?? ""}>
      Low
    </Badge>
  );
}

function WideTable({ rows, lowStock }: Props) {
  const head = (
    <>
      <HeadCell>Product</HeadCell>
      <HeadCell>Size and color</HeadCell>
      <HeadCell className="max-xl:hidden">SKU</HeadCell>
      <HeadCell align="right">On the shelf</HeadCell>
      <HeadCell>State</HeadCell>
      <HeadCell align="right">Held</HeadCell>
      <HeadCell align="right">Sold in 30 days</HeadCell>
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys only move the focus between the links inside
    <div className="hidden lg:block" onKeyDown={walkRows}>
      <Table caption="Counted combinations, by product" head={head} dense stickyHead>
        {rows.map((row) => (
          <tr
            key={row.variantId}
            className="relative transition-colors focus-within:bg-paper hover:bg-paper"
          >
            <Cell>
              <Link
                to={`/admin/stock/${row.variantId}`}
                data-row=""
                className="font-medium wrap-anywhere after:absolute after:inset-0"
              >
                {row.name}
              </Link>
              <CellNote className="wrap-anywhere xl:hidden">{row.sku}</CellNote>
            </Cell>
            <Cell>{kindLabels(row)}</Cell>
            <Cell
              className="max-w-48 truncate text-ink-soft max-xl:hidden wide:max-w-64"
              title={row.sku}
            >
              {row.sku}
            </Cell>
            <Cell align="right" className="font-medium">
              {formatNumber(row.inStock)}
            </Cell>
            <Cell>
              <StockBadge row={row} lowStock={lowStock} />
            </Cell>
            <Cell align="right">{row.held > 0 ? formatNumber(row.held) : ""}</Cell>
            <Cell align="right">{row.sold > 0 ? formatNumber(row.sold) : ""}</Cell>
          </tr>
        ))}
      </Table>
    </div>
  );
}
