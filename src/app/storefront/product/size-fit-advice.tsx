import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";
import { useUnitPreference } from "#app/components/size-guide/unit-preference.browser.ts";
import { CUSTOM_SIZE, isAvailable } from "#features/catalog/product.ts";
import type { FitAdvice } from "#features/measurement/size-fit.ts";
import { chanceText, fitHeadline, fitText } from "#features/measurement/size-fit-messages.ts";
import { useSizeEntries } from "./size-entries.browser.ts";
import type { Purchase } from "./use-purchase.ts";
import type { SizeFitProps } from "./use-size-fit.ts";
import { useSizeFit } from "./use-size-fit.ts";

/** The advised size in words, its mark on the size's button, and Custom when no size fits. */
export function SizeFitAdvice({ product, purchase }: SizeFitProps) {
  const { advice } = useSizeFit(product, useSizeEntries());
  const unit = useUnitPreference()[0] ?? "inches";
  if (!advice) return null;
  return (
    <div>
      <p>
        <strong className="font-medium">{fitHeadline(advice)}.</strong>{" "}
        <span className="text-ink-soft">{chanceText(advice)}.</span>
      </p>
      <p className="text-ink-soft">{fitText(advice, unit)}</p>
      <CustomOffer product={product} purchase={purchase} advice={advice} />
      <SizeMark size={advice.size ?? CUSTOM_SIZE} sizesRef={purchase.sizesRef} />
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
  if (!product.sizes.includes(CUSTOM_SIZE)) {
    return (
      <p>
        {soldOut}
        <Link to={`/contact?product=${product.id}`} className="link py-2">
          Ask the atelier about made-to-measure
        </Link>
      </p>
    );
  }
  if (purchase.choice.size === CUSTOM_SIZE) return soldOut && <p>{soldOut}</p>;
  return (
    <p>
      {soldOut}
      <button
        type="button"
        className="link -my-2 py-2"
        onClick={() => purchase.chooseSize(CUSTOM_SIZE)}
      >
        Choose Custom, cut to your measurements
      </button>
    </p>
  );
}

type SizeMarkProps = { size: string } & Pick<Purchase, "sizesRef">;

/** Written into the label of the size's radio, so that screen readers read it with the size; takes no room. */
function SizeMark({ size, sizesRef }: SizeMarkProps) {
  const [label, setLabel] = useState<Element | null>(null);
  useLayoutEffect(() => {
    const input = sizesRef.current?.querySelector(`input[value="${CSS.escape(size)}"]`);
    setLabel(input?.closest("label") ?? null);
  }, [size, sizesRef]);
  return (
    label &&
    createPortal(
      <span className="pointer-events-none relative block h-0">
        <span className="absolute bottom-10.5 left-1/2 -translate-x-1/2 rounded-hair bg-demerara px-1.5 text-xs/4 whitespace-nowrap text-paper">
          {" "}
          Your size
        </span>
      </span>,
      label,
    )
  );
}
