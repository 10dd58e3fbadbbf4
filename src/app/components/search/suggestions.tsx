import type { RefObject } from "react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { formatPreviewPrice } from "#features/catalog/products/product.ts";
import type { SearchSuggestions, SuggestedProduct } from "#features/catalog/search/search-text.ts";
import { classNames } from "#ui/class-names.ts";
import { Thumbnail } from "#ui/responsive-image.tsx";

/** Delays the search after an input. */
const pauseMs = 140;
const fewestLetters = 2;

function useInputValue(input: HTMLInputElement | null): string {
  const [value, setValue] = useState(input?.value ?? "");
  useEffect(() => {
    if (!input) return;
    const read = () => setValue(input.value);
    read();
    input.addEventListener("input", read);
    return () => input.removeEventListener("input", read);
  }, [input]);
  return value.trim();
}

/** A new text aborts the previous request; a failed one has no suggestions. */
function useSuggestions(text: string): SearchSuggestions | null {
  const [result, setResult] = useState<{ text: string; found: SearchSuggestions } | null>(null);
  const isEnough = text.length >= fewestLetters;
  useEffect(() => {
    if (!isEnough) return;
    const question = new AbortController();
    const timer = setTimeout(async () => {
      const found = await requestSuggestions(text, question.signal);
      if (found && !question.signal.aborted) setResult({ text, found });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      question.abort();
    };
  }, [text, isEnough]);
  return isEnough ? (result?.found ?? null) : null;
}

async function requestSuggestions(
  text: string,
  signal: AbortSignal,
): Promise<SearchSuggestions | null> {
  try {
    const response = await fetch(`/search/suggestions?${new URLSearchParams({ q: text })}`, {
      signal,
    });
    return response.ok ? await response.json() : null;
  } catch {
    // Aborted or offline: the plain form still searches.
    return null;
  }
}

type Options = {
  listId: string;
  count: number;
  /** Receives the index of the chosen option. */
  onChoose: (index: number) => void;
};

/**
 * ARIA combobox (list autocomplete, manual selection): Escape closes, then clears. Option ids are the list's
 * id and index.
 */
function useCombobox(input: HTMLInputElement | null, options: Options) {
  const { listId, count } = options;
  const [wanted, setWanted] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const latest = useRef(options);
  const isOpen = wanted && count > 0;
  const active = isOpen && chosen < count ? chosen : -1;
  const state = useRef({ isOpen, active });
  useEffect(() => {
    latest.current = options;
    state.current = { isOpen, active };
  });
  const close = useCallback(() => {
    setWanted(false);
    setChosen(-1);
  }, []);

  useEffect(() => {
    if (!input) return;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", listId);
    input.setAttribute("aria-expanded", String(isOpen));
    if (active < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${listId}-${active}`);
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [input, listId, isOpen, active]);

  useEffect(() => {
    if (!input) return;
    const onInput = () => {
      setWanted(true);
      setChosen(-1);
    };
    const move = (step: number) => {
      const { count } = latest.current;
      setWanted(true);
      // The index -1 is the field itself.
      setChosen((index) => ((index + 1 + step + count + 1) % (count + 1)) - 1);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { isOpen, active } = state.current;
      switch (event.key) {
        case "ArrowDown":
          event.preventDefault();
          move(1);
          break;
        case "ArrowUp":
          event.preventDefault();
          move(-1);
          break;
        case "Escape":
          if (!isOpen) return;
          event.preventDefault();
          close();
          break;
        case "Enter":
          if (active >= 0) {
            event.preventDefault();
            latest.current.onChoose(active);
          }
          close();
      }
    };
    const onFocus = () => setWanted(true);
    input.addEventListener("input", onInput);
    input.addEventListener("keydown", onKeyDown);
    input.addEventListener("focus", onFocus);
    input.addEventListener("blur", close);
    if (document.activeElement === input) setWanted(true);
    return () => {
      input.removeEventListener("input", onInput);
      input.removeEventListener("keydown", onKeyDown);
      input.removeEventListener("focus", onFocus);
      input.removeEventListener("blur", close);
    };
  }, [input, close]);

  return { isOpen, active, close };
}

type Option = {
  path: string;
  label: string;
  product?: SuggestedProduct;
  kind: "product" | "collection" | "page" | "all";
};

function optionsOf(found: SearchSuggestions | null, text: string): Option[] {
  if (!found) return [];
  const { products, collections, pages, total } = found;
  return [
    ...products.map((product) => ({
      path: `/product/${product.id}`,
      label: product.name,
      product,
      kind: "product" as const,
    })),
    ...collections.map(({ title, path }) => ({ path, label: title, kind: "collection" as const })),
    ...pages.map(({ title, path }) => ({ path, label: title, kind: "page" as const })),
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

export function Suggestions({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const listId = useId();
  const navigate = useNavigate();
  const text = useInputValue(input.current);
  const found = useSuggestions(text);
  const options = optionsOf(found, text);
  const { isOpen, active, close } = useCombobox(input.current, {
    listId,
    count: options.length,
    onChoose: (index) => {
      const option = options[index];
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
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys
          <div
            key={option.path}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => go(option.path)}
            className={classNames(
              "flex min-h-11 cursor-pointer items-center gap-4 px-4 py-1.5 text-sm hover:bg-cloth",
              index === active && "bg-cloth",
              option.kind === "all" && "mt-1 border-t border-line font-medium",
            )}
          >
            <OptionText option={option} />
          </div>
        ))}
      </div>
    </>
  );
}

function OptionText({ option }: { option: Option }) {
  const { product, kind, label } = option;
  if (!product) {
    return (
      <>
        <span className="grow">{label}</span>
        {kind === "collection" && <span className="text-xs text-ink-quiet">Collection</span>}
        {kind === "page" && <span className="text-xs text-ink-quiet">Page</span>}
      </>
    );
  }
  return (
    <>
      <Thumbnail image={product.image} width={42} />
      <span className="grow">{label}</span>
      <span className="figures text-ink-soft">{formatPreviewPrice(product)}</span>
    </>
  );
}
