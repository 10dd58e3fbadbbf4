import { PackageCheck, Scissors, Undo2 } from "lucide-react";
import { Link } from "react-router";
import { SaveButton } from "#app/components/wishlist/save-button.tsx";
import { formatMoney } from "#core/money-amount.ts";
import type { ProductDetail } from "#features/catalog/product.ts";
import { BUSINESS_LABELS, RETURN_WINDOW_DAYS } from "#features/settings/business-facts.ts";
import { Button } from "#ui/button.tsx";
import { Price } from "#ui/price.tsx";
import { ColorPicker } from "./color-picker.tsx";
import type { DeliveryMessages } from "./delivery-messages.ts";
import { InquiryLink } from "./inquiry-link.tsx";
import { ProductDisclosures } from "./product-disclosures.tsx";
import type { PurchaseChoice } from "./purchase-choice.ts";
import { isSoldOut, sizeOptions, stockMessage } from "./purchase-choice.ts";
import { SizeGuideLink } from "./size-guide-link.tsx";
import { SizePicker } from "./size-picker.tsx";
import type { Purchase } from "./use-purchase.ts";

/** The three things a shopper asks before buying, beside the button (specification 2, Shipping and Returns). */
function ProductFacts({ delivery }: { delivery: string | null }) {
  const facts = [
    {
      icon: Scissors,
      title: "Made to order in Georgetown",
      text: (
        <>
          Processed in {BUSINESS_LABELS.processing}; made-to-measure needs an extra{" "}
          <span className="whitespace-nowrap">{BUSINESS_LABELS.madeToMeasureExtra}</span>.
        </>
      ),
    },
    {
      icon: PackageCheck,
      title: "Delivery",
      text: delivery ?? "Offered with its price at checkout.",
    },
    {
      icon: Undo2,
      title: `${RETURN_WINDOW_DAYS}-day returns`,
      text: "Unworn, with tags. Made-to-measure is non-returnable unless defective.",
    },
  ];
  return (
    <ul className="space-y-4 border-t border-line pt-6 print:hidden">
      {facts.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4 text-sm">
          <Icon size={20} aria-hidden="true" className="mt-0.5 text-demerara" />
          <div>
            <p className="font-medium">{title}</p>
            <p className="text-ink-quiet">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

type Props = { product: ProductDetail; purchase: Purchase; delivery: DeliveryMessages };

/** Everything beside the pictures: name, price, choices, buttons, facts and folds (design: Product). */
export function BuyPanel({ product, purchase, delivery }: Props) {
  const { choice } = purchase;
  const soldOut = isSoldOut(product);
  return (
    <div>
      <PanelHead product={product} />
      <div className="mt-8 space-y-7 print:hidden">
        <ColorPicker product={product} chosen={choice.color} onChoose={purchase.chooseColor} />
        <SizePicker
          ref={purchase.sizesRef}
          options={sizeOptions(product, choice.color)}
          chosen={choice.size}
          onChoose={purchase.chooseSize}
          error={purchase.sizeError}
          guide={<SizeGuideLink product={product} size={choice.size} />}
        />
      </div>
      <BackInStockLink product={product} choice={choice} />
      <div className="mt-8 space-y-3 print:hidden">
        <Button
          size="lg"
          className="w-full max-md:hidden"
          disabled={soldOut}
          onClick={purchase.add}
        >
          Add to Cart
        </Button>
        <InquiryLink product={product} choice={choice} />
      </div>
      <StockLine product={product} purchase={purchase} soldOut={soldOut} />
      <ProductFacts delivery={delivery.first} />
      <div className="mt-8">
        <ProductDisclosures product={product} delivery={delivery.all} />
      </div>
    </div>
  );
}

/** Where something is sold out: the way to hear of it when it is back. A page of its own, so that this one stays light. */
function BackInStockLink({ product, choice }: { product: ProductDetail; choice: PurchaseChoice }) {
  if (!product.variants.some((each) => !product.inStock || each.stockCount === 0)) return null;
  return (
    <Link
      to={`/product/${product.id}/back-in-stock?${new URLSearchParams({ color: choice.color?.hex ?? "" })}`}
      rel="nofollow"
      className="link mt-4 inline-block py-2 text-sm print:hidden"
    >
      Tell me when it is back
    </Link>
  );
}

function PanelHead({ product }: { product: ProductDetail }) {
  const { categoryName } = product;
  return (
    <header>
      {categoryName !== "" && <p className="eyebrow">{categoryName}</p>}
      <div className="mt-2 flex items-start justify-between gap-4">
        <h1 className="display text-title wrap-anywhere">{product.name}</h1>
        <SaveButton piece={product} className="-mr-3 print:hidden" />
      </div>
      <Price className="mt-3 block text-lg" amount={formatMoney(product.price)} />
    </header>
  );
}

function StockLine({ product, purchase, soldOut }: Omit<Props, "delivery"> & { soldOut: boolean }) {
  const stock = soldOut ? null : stockMessage(product, purchase.choice);
  const photos = product.images.length;
  return (
    <div className="figures mt-5 mb-7 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-ink-soft print:hidden">
      <p className="inline-flex items-center gap-2">
        <span
          aria-hidden="true"
          className={`size-1.5 rounded-full ${soldOut ? "bg-hibiscus" : "bg-success"}`}
        />
        Stock Status: {soldOut ? "Out of Stock" : "In Stock"}
      </p>
      <p aria-live="polite" className={stock?.low ? "font-medium text-demerara" : undefined}>
        {stock?.text}
      </p>
      {photos > 1 && <p className="text-ink-quiet">{photos} photos available</p>}
    </div>
  );
}
