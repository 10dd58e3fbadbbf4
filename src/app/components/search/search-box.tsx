import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { classNames } from "#ui/class-names.ts";
import { useLazyPart } from "#ui/hydration.ts";

type Props = {
  /** "line" in the header, "large" on the search page. */
  look: "line" | "large";
  /** Names the landmark, because a page may have two. */
  label: string;
  text?: string;
  /** Focuses the field when it appears. */
  hasFocus?: boolean;
  className?: string;
};

const loadSuggestions = () => import("./suggestions.tsx").then((module) => module.Suggestions);

const fields = {
  line: "h-11 pr-10 text-sm",
  large: "h-14 pr-14 text-lg",
};

/** A plain form for /search; suggestions load at first touch. */
export function SearchBox({ look, label, text = "", hasFocus = false, className }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { part: Suggestions, request } = useLazyPart(loadSuggestions);
  const shown = useRef(text);
  useEffect(() => {
    // Another search was opened; text entered before the script ran stays.
    if (shown.current !== text && input.current) input.current.value = text;
    shown.current = text;
  }, [text]);
  useEffect(() => {
    if (hasFocus) input.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    navigate(`/search?${new URLSearchParams({ q: input.current?.value ?? "" })}`);
  };
  return (
    <search aria-label={label} className={classNames("relative", className)}>
      <form action="/search" onSubmit={onSubmit} className="relative">
        <input
          ref={input}
          type="search"
          name="q"
          defaultValue={text}
          aria-label="Search the shop"
          placeholder="Search"
          maxLength={80}
          autoComplete="off"
          enterKeyHint="search"
          onFocus={() => void request()}
          className={classNames(
            "w-full border-b border-edge bg-transparent transition-colors placeholder:text-ink-quiet hover:border-ink focus-visible:border-b-2 focus-visible:border-demerara focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden",
            fields[look],
          )}
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center transition-colors hover:text-demerara"
        >
          <Search size={look === "large" ? 22 : 18} aria-hidden="true" />
        </button>
      </form>
      {Suggestions && <Suggestions input={input} />}
    </search>
  );
}
