import type { ProductColor, ProductSummary } from "#features/catalog/product.ts";
import { OptionTiles, Swatch } from "#ui/option-tiles.tsx";
import { isColorSoldOut } from "./purchase-choice.ts";

type Props = {
  product: ProductSummary;
  chosen: ProductColor | null;
  onChoose: (color: ProductColor) => void;
};

/** The colours with their names; one that is sold out in every size cannot be chosen. Nothing for a product without colours. */
export function ColorPicker({ product, chosen, onChoose }: Props) {
  if (product.colors.length === 0) return null;
  return (
    <OptionTiles
      legend="Available Colors"
      name="color"
      value={chosen?.hex ?? null}
      onChange={(hex) => {
        const color = product.colors.find((each) => each.hex === hex);
        if (color) onChoose(color);
      }}
      options={product.colors.map((color) => ({
        value: color.hex,
        label: color.name,
        adornment: <Swatch colour={color.hex} name={color.name} size={18} decorative />,
        disabled: isColorSoldOut(product, color),
        disabledReason: "sold out",
      }))}
    />
  );
}
