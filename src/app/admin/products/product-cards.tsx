import { formatMoney } from "#core/money-amount.ts";
import { SelectBox } from "#ui/select-box.tsx";
import { Thumbnail } from "#ui/thumbnail.tsx";
import { genderWord } from "./gender-word.ts";
import { ProductActions } from "./product-actions.tsx";
import { FeaturedBadge, StockBadge, stockCountLabel } from "./product-badges.tsx";
import type { ProductRowsProps } from "./product-table.tsx";

/** The owner's list of products on phones. */
export function ProductCards({ rows, selection, onDuplicate, onDelete }: ProductRowsProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {rows.map((product) => (
        <li
          key={product.id}
          className={`flex gap-2 py-3 ${selection.has(product.id) ? "bg-cloth" : ""}`}
        >
          <SelectBox
            label={`Select ${product.name}`}
            checked={selection.has(product.id)}
            onChange={() => selection.toggle(product.id)}
          />
          <Thumbnail picture={product.picture} width={64} />
          <div className="min-w-0 grow pl-1">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium">{product.name}</span>
              <span className="figures font-medium">{formatMoney(product.price)}</span>
            </p>
            <p className="figures truncate text-sm text-ink-quiet">
              {[
                stockCountLabel(product.stock),
                genderWord(product.gender),
                product.categoryName || "No category",
              ].join(" · ")}
            </p>
            <p className="mt-1.5 flex flex-wrap gap-2">
              <StockBadge product={product} />
              <FeaturedBadge product={product} />
            </p>
            <div className="pt-1">
              <ProductActions product={product} onDuplicate={onDuplicate} onDelete={onDelete} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
