import type { ReactNode } from "react";
import { Link } from "react-router";
import { fitPagePath } from "#app/components/product/product-url.ts";
import { SizeLabel } from "#app/components/size-guide/size-label.tsx";
import { useSizePerson } from "#app/components/size-guide/size-person.browser.ts";
import { useUnit } from "#app/components/size-guide/unit-preference.browser.ts";
import { useSizeFit } from "#app/components/size-guide/use-size-fit.ts";
import type { FitAdvice } from "#features/body/size-advice/size-fit.ts";
import {
  chanceText,
  fitHeadline,
  fitText,
  nextText,
} from "#features/body/size-advice/size-fit-messages.ts";
import { CUSTOM_SIZE, isAvailable } from "#features/catalog/products/product.ts";
import type { SizeFitPartProps, SizeFitProps } from "./use-purchase.ts";

type AdviceProps = SizeFitPartProps & { otherwise: ReactNode };

/** The advised size in words, its mark on the size's button, and Custom when no size fits. */
export function SizeFitAdvice({ onKnown, otherwise, product, purchase }: AdviceProps) {
  const { person, entries, isReady } = useSizePerson(onKnown);
  const { advice, next } = useSizeFit(product, entries);
  const [unit] = useUnit();
  if (!isReady) return null;
  if (!advice) return otherwise;
  if (!advice.isNamed) {
    return (
      <p>
        <strong className="font-medium">{fitHeadline(advice)}.</strong>{" "}
        <span className="text-ink-soft">{nextText(advice, next)}</span>
      </p>
    );
  }
  const basis = person && next === null ? `Measured: ${person.label.value}` : chanceText(advice);
  return (
    <div>
      <p>
        <strong className="font-medium">{fitHeadline(advice)}.</strong>{" "}
        <span className="text-ink-soft">{basis}.</span>
      </p>
      <p className="text-ink-soft">{fitText(advice, unit)}</p>
      <CustomOffer product={product} purchase={purchase} advice={advice} />
      <SizeLabel size={advice.size ?? CUSTOM_SIZE} sizesRef={purchase.sizesRef} />
    </div>
  );
}

type CustomOfferProps = Omit<SizeFitProps, "finderPath"> & { advice: FitAdvice };

/** Where made-to-measure would fit better, or the advised size is sold out. */
export function CustomOffer({ product, purchase, advice }: CustomOfferProps) {
  const color = purchase.choice.color?.hex ?? null;
  const isSoldOut = advice.size !== null && !isAvailable(product, advice.size, color);
  if (!advice.advisesCustom && !isSoldOut) return null;
  const soldOut = isSoldOut && <span className="text-ink-soft">{advice.size} is sold out. </span>;
  if (!product.made) {
    return (
      <p>
        {soldOut}
        <Link to={`/contact?product=${product.id}`} className="link py-2">
          Ask the atelier about made-to-measure
        </Link>
      </p>
    );
  }
  return (
    <p>
      {soldOut}
      <Link to={fitPagePath(product.id, purchase.choice.color)} className="link py-2">
        Have it made to measure
      </Link>
    </p>
  );
}
