import type { RefObject } from "react";
import { useId } from "react";
import { useNavigate } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import type {
  SearchSuggestions,
  SuggestedProduct,
} from "#features/catalog/search/search-suggestions.ts";
import { classNames } from "#ui/class-names.ts";
import { Thumbnail } from "#ui/thumbnail.tsx";
import { useCombobox } from "./use-combobox.ts";
import { useInputValue, useSuggestions } from "./use-suggestions.ts";

type Option = {
  path: string;
  label: string;
  product?: SuggestedProduct;
  kind: "product" | "collection" | "all";
};

/** Pieces, collections and the whole search, as one list of places to go. */
function optionsOf(found: SearchSuggestions | null, text: string): Option[] {
  if (!found) return [];
  const { products, collections, total } = found;
  return [
    ...products.map((product) => ({
      path: `/product/${product.id}`,
      label: product.name,
      product,
      kind: "product" as const,
    })),
    ...collections.map(({ title, path }) => ({ path, label: title, kind: "collection" as const })),
    ...(total > products.length
      ? [
          {
            path: `/search?${new URLSearchParams({ q: text })}`,
            label: `See all ${total} pieces`,
            kind: "all" as const,
          },
        ]
      : []),
  ];
}

/** What the shop has for the words being typed, under the field: arrows move, Enter goes, Escape closes. */
export function Suggestions({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const listId = useId();
  const navigate = useNavigate();
  const text = useInputValue(input.current);
  const found = useSuggestions(text);
  const options = optionsOf(found, text);
  const { isOpen, active, close } = useCombobox(input.current, {
    listId,
    count: options.length,
    onChoose: (place) => {
      const option = options[place];
      if (option) navigate(option.path);
    },
  });
  const nothing = found !== null && options.length === 0;
  const go = (path: string) => {
    close();
    navigate(path);
  };
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && options.length > 0 && `${options.length} suggestions`}
        {isOpen && nothing && "No suggestions"}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen || options.length === 0}
        className="absolute top-full right-0 left-0 z-40 mt-2 max-h-[min(32rem,70dvh)] min-w-72 overflow-y-auto border border-line bg-paper py-2 shadow-raised"
      >
        {options.map((option, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys move through the list
          <div
            key={option.path}
            id={`${listId}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => go(option.path)}
            className={classNames(
              "flex min-h-11 cursor-pointer items-center gap-4 px-4 py-1.5 text-sm hover:bg-cloth",
              place === active && "bg-cloth",
              option.kind === "all" && "mt-1 border-t border-line font-medium",
            )}
          >
            <OptionWords option={option} />
          </div>
        ))}
      </div>
    </>
  );
}

function OptionWords({ option }: { option: Option }) {
  const { product, kind, label } = option;
  if (!product) {
    return (
      <>
        <span className="grow">{label}</span>
        {kind === "collection" && <span className="text-xs text-ink-quiet">Collection</span>}
      </>
    );
  }
  return (
    <>
      <Thumbnail picture={product.picture} width={42} />
      <span className="grow">{label}</span>
      <span className="figures text-ink-soft">{formatMoney(product.price)}</span>
    </>
  );
}
