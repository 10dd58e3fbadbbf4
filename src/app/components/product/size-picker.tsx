import type { ReactNode, Ref } from "react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { ProductColor, ProductSummary } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, isSizedByChart } from "#features/catalog/products/product.ts";
import { useHydrated, useLazyPart } from "#ui/hydration.ts";
import { OptionTiles, Swatch } from "#ui/option-tiles.tsx";
import { colorPath } from "./product-url.ts";
import type { SizeOption } from "./purchase-choice.ts";
import { isColorSoldOut } from "./purchase-choice.ts";

const loadSizeGuide = () =>
  import("#app/components/size-guide/size-guide.tsx").then((module) => module.SizeGuide);

const look = "link -my-2 py-2";

type SizeGuideLinkProps = {
  product: ProductSummary;
  size: string | null;
  color: ProductColor | null;
};

/** Only products that the chart sizes have the link. */
export function SizeGuideLink(props: SizeGuideLinkProps) {
  return isSizedByChart(props.product) ? <GuideOpener {...props} /> : null;
}

/** The wizard's own URL functions would weigh on the product page. */
export function guidePath(product: ProductSummary, color: ProductColor | null): string {
  const query = new URLSearchParams({ product: product.id });
  if (color) query.set("color", color.name || color.hex);
  return `/measurement?${query}`;
}

/** Falls back to a link to the guide's page when it cannot load. */
function GuideOpener({ product, size, color }: SizeGuideLinkProps) {
  const ownPage = guidePath(product, color);
  const { part: SizeGuide, open, setOpen, opener } = useLazyDialog(loadSizeGuide, ownPage);
  const hydrated = useHydrated();
  const content = "Size guide";
  return (
    <span className="flex flex-wrap justify-end gap-x-5">
      {hydrated ? (
        <button type="button" {...opener} className={look}>
          {content}
        </button>
      ) : (
        <Link to={ownPage} className={look}>
          {content}
        </Link>
      )}
      {SizeGuide && (
        <SizeGuide
          open={open}
          onOpenChange={setOpen}
          chosenSize={size}
          garmentType={product.garmentType}
          gender={product.gender}
          guidePath={ownPage}
        />
      )}
    </span>
  );
}

type SizePickerProps = {
  options: readonly SizeOption[];
  chosen: string | null;
  onChoose: (size: string) => void;
  error: string | null;
  /** What Custom takes. */
  customNote: string | null;
  guide: ReactNode;
  ref?: Ref<HTMLDivElement>;
  /** OptionTiles describes it. */
  form?: string;
};

/** Strikes and announces sold-out sizes; Custom explains made-to-measure (decision M4). */
export function SizePicker(props: SizePickerProps) {
  const { options, chosen, onChoose, error, customNote, guide, ref, form } = props;
  return (
    <div ref={ref} className="scroll-mt-28">
      <OptionTiles
        legend="Available Sizes"
        name="size"
        value={chosen}
        onChange={onChoose}
        error={error}
        {...(form !== undefined && { form })}
        aside={guide}
        options={options.map(({ size, soldOut }) => ({
          value: size,
          label: size,
          disabled: soldOut,
          disabledReason: "sold out",
        }))}
      />
      <div aria-live="polite">
        {chosen === CUSTOM_SIZE && customNote && (
          <p className="mt-4 border-l-2 border-demerara pl-4 text-sm text-ink-soft">{customNote}</p>
        )}
      </div>
    </div>
  );
}

type ColorPickerProps = {
  product: ProductSummary;
  chosen: ProductColor | null;
  onChoose: (color: ProductColor) => void;
  /** OptionTiles describes it. */
  form?: string;
};

/** Disables a color that is sold out in every size. Renders nothing for a product without colors. */
export function ColorPicker({ product, chosen, onChoose, form }: ColorPickerProps) {
  if (product.colors.length === 0) return null;
  return (
    <>
      <OptionTiles
        legend="Available Colors"
        name="color"
        value={chosen?.hex ?? null}
        {...(form !== undefined && { form })}
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
      {product.colors.length > 1 && (
        <noscript className="block">
          {import.meta.env.SSR && (
            <p className="flex flex-wrap gap-x-5 text-sm">
              {product.colors.map((color) => (
                <Link key={color.hex} to={colorPath(product.id, color)} className="link py-3">
                  Show {color.name || color.hex}
                </Link>
              ))}
            </p>
          )}
        </noscript>
      )}
    </>
  );
}

/** Loads on intent. `opener` goes on its button, which leads to `ownPage` when the dialog does not load. */
export function useLazyDialog<Part>(load: () => Promise<Part>, ownPage: string) {
  const { part, request } = useLazyPart(load);
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  return {
    part,
    open,
    setOpen,
    opener: {
      "aria-haspopup": "dialog",
      onPointerEnter: () => void request(),
      onFocus: () => void request(),
      onClick: async () => {
        if (await request()) setOpen(true);
        else navigate(ownPage);
      },
    } as const,
  };
}
