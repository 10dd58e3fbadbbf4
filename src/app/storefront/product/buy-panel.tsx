import { PackageCheck, Scissors, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useNavigationType } from "react-router";
import { ProductPrice } from "#app/components/product/product-price.tsx";
import { fitPagePath } from "#app/components/product/product-url.ts";
import type { PurchaseChoice } from "#app/components/product/purchase-choice.ts";
import { isSoldOut, sizeOptions, stockMessage } from "#app/components/product/purchase-choice.ts";
import {
  ColorPicker,
  guidePath,
  SizeGuideLink,
  SizePicker,
  useLazyDialog,
} from "#app/components/product/size-picker.tsx";
import { SaveButton } from "#app/components/wishlist/save-button.tsx";
import { productionLabels } from "#features/base/settings/business-facts.ts";
import { returnWindowLabel } from "#features/base/settings/return-window.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, imagesOfColor, isSizedByChart } from "#features/catalog/products/product.ts";
import { Button, ButtonLink, buttonClass } from "#ui/button.tsx";
import { useAfterFirstPaint, useHydrated } from "#ui/hydration.ts";
import { usePartInView } from "#ui/near-view.ts";
import { ProductDisclosures } from "./product-disclosures.tsx";
import type { Purchase } from "./use-purchase.ts";
import { PLAIN_FORM } from "./use-purchase.ts";

type BuyPanelProps = {
  product: ProductDetail;
  delivery: readonly string[];
  terms: DeliveryTerms;
  purchase: Purchase;
};

type Props = BuyPanelProps & {
  isDraft: boolean;
  customNote: string | null;
  cancellingNote: string | null;
};

const loadInquiryDialog = () =>
  import("../inquiry/inquiry-dialog.tsx").then((module) => module.InquiryDialog);

const look = { variant: "secondary", size: "lg", className: "w-full" } as const;

type InquiryLinkProps = { product: ProductDetail; choice: PurchaseChoice };

/** Links to the inquiry page when the dialog cannot load. */
function InquiryLink({ product, choice }: InquiryLinkProps) {
  const path = `/product/${product.id}/inquiry`;
  const size = choice.size;
  const color = choice.color?.hex ?? null;
  const ownPage = `${path}?${new URLSearchParams({ size: size ?? "", color: color ?? "" })}`;
  const { part: InquiryDialog, open, setOpen, opener } = useLazyDialog(loadInquiryDialog, ownPage);
  const hydrated = useHydrated();
  if (!hydrated) {
    return (
      <ButtonLink to={ownPage} rel="nofollow" {...look}>
        Guyana Sales
      </ButtonLink>
    );
  }
  return (
    <>
      <Button {...look} {...opener}>
        Guyana Sales
      </Button>
      {InquiryDialog && (
        <InquiryDialog
          open={open}
          onOpenChange={setOpen}
          product={product}
          choice={{ size, color }}
          path={path}
        />
      )}
    </>
  );
}

const loadDeliveryEstimate = () =>
  import("#app/components/delivery/delivery-estimate.tsx").then(
    (module) => module.DeliveryEstimate,
  );

/** Lists all methods until the country's estimate loads near the viewport. */
function ProductDelivery({ product, purchase, delivery, terms }: BuyPanelProps) {
  const { part: DeliveryEstimate, ref } = usePartInView(loadDeliveryEstimate, "100px");
  const methods = (
    <>
      <p className="font-medium text-ink">Delivery</p>
      {delivery.slice(0, 4).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
  return (
    // Reserves the usual height, so that the arriving estimate moves nothing below.
    <div ref={ref} className="min-h-26 pointer-coarse:min-h-34">
      {DeliveryEstimate ? (
        <DeliveryEstimate
          terms={terms}
          worth={product.price}
          madeToMeasure={purchase.choice.size === CUSTOM_SIZE}
          productId={product.id}
          fallback={methods}
        />
      ) : (
        methods
      )}
    </div>
  );
}

const loadSizeFit = () => import("./size-fit.tsx").then((module) => module.SizeFit);

/** A link to the size finder until the advice loads, which a tap in the meantime opens when it is there; it says the same before and after. */
function SizeFitSlot({ product, purchase }: Pick<BuyPanelProps, "product" | "purchase">) {
  const { failed, part: SizeFit, ref } = usePartInView(loadSizeFit, "0px");
  const [isPressed, setIsPressed] = useState(false);
  const navigate = useNavigate();
  const finderPath = `${guidePath(product, purchase.choice.color)}&step=3#find-my-size`;
  const offer = (
    <p className="text-ink-soft noscript:hidden">
      Not sure which size? Answer a few questions. They stay in this browser.
    </p>
  );
  useEffect(() => {
    if (isPressed && failed) void navigate(finderPath);
  }, [isPressed, failed, finderPath, navigate]);
  return (
    <div ref={ref} className="text-sm">
      {SizeFit ? (
        <SizeFit
          product={product}
          purchase={purchase}
          finderPath={finderPath}
          offer={offer}
          opensAtOnce={isPressed}
        />
      ) : (
        <>
          {offer}
          <Link
            to={finderPath}
            data-opens-dialog
            className="link -my-2 inline-block py-2"
            onClick={(event) => {
              const isForNewTab = event.metaKey || event.ctrlKey || event.shiftKey;
              if (failed || isForNewTab) return;
              event.preventDefault();
              setIsPressed(true);
            }}
          >
            Find my size
          </Link>
        </>
      )}
    </div>
  );
}

/** For browsers without JavaScript, so its content is left out of the script. */
function PlainAddToCart({ productId, isMade }: { productId: string; isMade: boolean }) {
  return (
    <noscript className="block">
      {import.meta.env.SSR && (
        <form id={PLAIN_FORM} method="post" action="/cart/simple">
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="product" value={productId} />
          <button type="submit" className={buttonClass("primary", "lg", "w-full max-md:hidden")}>
            Add to Cart
          </button>
          {isMade && (
            <a
              href={`/product/${productId}/ready`}
              rel="nofollow"
              className="link inline-block py-2.5 text-sm"
            >
              When would a Custom piece arrive?
            </a>
          )}
        </form>
      )}
    </noscript>
  );
}

/** Says how the product is delivered and returned (specification 2, Shipping and Returns). */
function ProductFacts({ product, purchase, delivery, terms }: BuyPanelProps) {
  const { madeToMeasureExtra, processing } = productionLabels(terms);
  const facts = [
    {
      icon: Scissors,
      title: "Cut and sewn in Georgetown",
      text: (
        <>
          Processed in {processing}; made-to-measure needs an extra{" "}
          <span className="whitespace-nowrap">{madeToMeasureExtra}</span>.
        </>
      ),
    },
    {
      icon: PackageCheck,
      title: "",
      text: (
        <ProductDelivery product={product} purchase={purchase} delivery={delivery} terms={terms} />
      ),
    },
    {
      icon: Undo2,
      title: `${terms.returnWindowDays}-day returns`,
      text: "From its delivery: unworn, with tags. Made-to-measure is non-returnable unless defective.",
    },
  ];
  return (
    <ul className="space-y-4 border-t border-line pt-6 print:hidden">
      {facts.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4 text-sm">
          <Icon size={20} aria-hidden="true" className="mt-0.5 text-demerara" />
          <div>
            {title && <p className="font-medium">{title}</p>}
            <div className="text-ink-quiet">{text}</div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** True at once to restore a scroll position or fragment, otherwise after the first paint. */
function useIsWhole(): boolean {
  const isPainted = useAfterFirstPaint();
  const isRestored = useNavigationType() === "POP";
  return useLocation().hash !== "" || isRestored || isPainted;
}

/** The id of the text that says why a draft's buttons are disabled. */
const DRAFT_REASON = "draft-reason";

type ButtonsProps = Pick<Props, "product" | "purchase" | "isDraft">;

/** Custom needs measurements before it is in the cart. */
export function AddButton(props: ButtonsProps & { className: string }) {
  const { product, purchase, isDraft, className } = props;
  const { size, color } = purchase.choice;
  if (size === CUSTOM_SIZE && !isDraft) {
    return (
      <ButtonLink size="lg" className={className} to={fitPagePath(product.id, color)}>
        Give Your Measurements
      </ButtonLink>
    );
  }
  return (
    <Button
      size="lg"
      className={`${className} noscript:hidden`}
      disabled={isDraft || isSoldOut(product)}
      whyDisabled={isDraft ? "A draft is not sold" : "Sold out"}
      aria-describedby={isDraft ? DRAFT_REASON : undefined}
      onClick={purchase.add}
    >
      Add to Cart
    </Button>
  );
}

function PurchaseButtons({ product, purchase, isDraft }: ButtonsProps) {
  return (
    <>
      <AddButton
        product={product}
        purchase={purchase}
        isDraft={isDraft}
        className="w-full max-md:hidden"
      />
      {!isDraft && !isSoldOut(product) && (
        <PlainAddToCart productId={product.id} isMade={Boolean(product.made)} />
      )}
      {!isDraft && product.made && purchase.choice.size !== CUSTOM_SIZE && (
        <ButtonLink {...look} to={fitPagePath(product.id, purchase.choice.color)}>
          Have It Made to Measure
        </ButtonLink>
      )}
      {isDraft ? (
        <p id={DRAFT_REASON} className="text-sm text-ink-soft">
          A draft cannot be ordered.
        </p>
      ) : (
        <InquiryLink product={product} choice={purchase.choice} />
      )}
      {product.made && (
        <p className="text-sm text-ink-soft">
          <Link to="/made-to-measure" className="link inline-block py-2.5">
            Made to measure: price, time and fit
          </Link>
        </p>
      )}
    </>
  );
}

/** The panel follows the design of the product page. */
export function BuyPanel(props: Props) {
  const {
    product,
    isDraft,
    purchase,
    delivery,
    customNote,
    cancellingNote,
    terms: shopTerms,
  } = props;
  const { choice } = purchase;
  const { made } = product;
  const terms = { ...shopTerms, ...made };
  const soldOut = isSoldOut(product);
  const isWhole = useIsWhole();
  return (
    <div>
      <PanelHead product={product} isDraft={isDraft} choice={choice} />
      <div className="mt-8 space-y-7 print:hidden">
        <ColorPicker
          product={product}
          chosen={choice.color}
          onChoose={purchase.chooseColor}
          form={PLAIN_FORM}
        />
        <SizePicker
          ref={purchase.sizesRef}
          options={sizeOptions(product, choice.color)}
          chosen={choice.size}
          onChoose={purchase.chooseSize}
          form={PLAIN_FORM}
          error={purchase.sizeError}
          customNote={customNote}
          guide={<SizeGuideLink product={product} size={choice.size} color={choice.color} />}
        />
        {isSizedByChart(product) && <SizeFitSlot product={product} purchase={purchase} />}
      </div>
      {!isDraft && <BackInStockLink product={product} choice={choice} />}
      <div className="mt-8 space-y-3 print:hidden">
        <PurchaseButtons product={product} purchase={purchase} isDraft={isDraft} />
      </div>
      <StockLine product={product} purchase={purchase} soldOut={soldOut} />
      {isWhole && (
        <>
          <ProductFacts product={product} purchase={purchase} delivery={delivery} terms={terms} />
          <div className="mt-8">
            <ProductDisclosures
              product={product}
              delivery={delivery}
              production={productionLabels(terms)}
              returnWindow={returnWindowLabel(terms)}
              cancellingNote={cancellingNote}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** A separate page keeps this one light. */
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

function PanelHead({ product, isDraft, choice }: InquiryLinkProps & { isDraft: boolean }) {
  const { categoryName } = product;
  return (
    <header>
      {categoryName !== "" && <p className="eyebrow">{categoryName}</p>}
      <div className="mt-2 flex items-start justify-between gap-4">
        <h1 className="display text-title wrap-anywhere">{product.name}</h1>
        {!isDraft && <SaveButton product={product} className="-mr-3 print:hidden" />}
      </div>
      <p className="mt-3 text-lg" aria-live="polite">
        <ProductPrice product={product} size={choice.size} color={choice.color?.hex ?? null} />
      </p>
    </header>
  );
}

function StockLine({
  product,
  purchase,
  soldOut,
}: Omit<BuyPanelProps, "delivery" | "terms"> & { soldOut: boolean }) {
  const stock = soldOut ? null : stockMessage(product, purchase.choice, purchase.isCounted);
  const images = imagesOfColor(product.images, purchase.choice.color?.hex ?? null).length;
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
      {images > 1 && <p className="text-ink-quiet">{images} photos available</p>}
    </div>
  );
}
