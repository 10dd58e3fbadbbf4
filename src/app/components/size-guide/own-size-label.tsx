import type { RefObject } from "react";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { SizeLabel } from "./size-label.tsx";
import { useSizePerson } from "./size-person.browser.ts";
import type { ProductWithSizes } from "./sized-product.ts";
import { useSizeFit } from "./use-size-fit.ts";

type Props = { product: ProductWithSizes; sizesRef: RefObject<HTMLElement | null> };

const unused = () => undefined;

/** The mark on the size that the product's own page advises; nothing while none is named. Loads the body model. */
export function OwnSizeLabel({ product, sizesRef }: Props) {
  const { entries } = useSizePerson(unused);
  const { advice } = useSizeFit(product, entries);
  if (!advice?.isNamed) return null;
  return <SizeLabel size={advice.size ?? CUSTOM_SIZE} sizesRef={sizesRef} />;
}
