import { formatMoney } from "#core/money-amount.ts";
import type { ProductSummary } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, formatPreviewPrice, priceOf } from "#features/catalog/products/product.ts";
import { Price } from "#ui/price.tsx";

type Props = {
  product: Pick<ProductSummary, "price" | "compareAt" | "sizes" | "variants">;
  /** Null shows the lowest price, with "From" when prices vary. Custom costs more with options. */
  size?: string | null;
  color?: string | null;
  className?: string;
};

export function ProductPrice({ product, size = null, color = null, className }: Props) {
  const { price, was, varies } = priceOf(product, { size, color });
  return (
    <Price
      amount={formatPreviewPrice({ price, priceVaries: varies || size === CUSTOM_SIZE })}
      was={was ? formatMoney(was) : undefined}
      {...(className !== undefined && { className })}
    />
  );
}
