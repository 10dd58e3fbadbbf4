import { CloudOff, Search, X } from "lucide-react";
import type { RefObject } from "react";
import { useId, useState } from "react";
import { MAX_SEARCH_LENGTH, shownSearch } from "#features/catalog/search/search-text.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { Choice } from "./choice.ts";
import { NothingFound } from "./nothing-found.tsx";
import { firstGroups, groupsFor } from "./offered-groups.ts";
import { PaletteHints } from "./palette-hints.tsx";
import { PaletteList } from "./palette-list.tsx";
import { readRecent } from "./recent-choices.browser.ts";
import { useActiveChoice } from "./use-active-choice.ts";
import { useAdminSearch } from "./use-admin-search.ts";

type Props = {
  input: RefObject<HTMLInputElement | null>;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
};

/** The field and what it offers: a combobox whose list is always open (ARIA pattern, list autocomplete, the first one selected). */
export function PaletteSearch({ input, onChoose, onClose }: Props) {
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [recent] = useState(readRecent);
  const text = shownSearch(typed);
  const { state, choices: found, retry } = useAdminSearch(text);
  const groups = text === "" ? firstGroups(recent) : groupsFor(text, found);
  const choices = groups.flatMap((group) => group.choices);
  const { active, activate, onKeyDown } = useActiveChoice({ listId, text, choices, onChoose });
  const isNothing = choices.length === 0;
  return (
    <>
      <div className="flex items-center border-b border-line pr-1 pl-4 sm:pl-5">
        {state === "loading" ? (
          <Spinner />
        ) : (
          <Search size={18} aria-hidden="true" className="text-ink-quiet" />
        )}
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search everything"
          aria-autocomplete="list"
          aria-expanded={!isNothing}
          aria-controls={listId}
          aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
          placeholder="Search products, orders, settings…"
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-15 min-w-0 grow bg-transparent px-3 text-base outline-none placeholder:text-ink-quiet"
        />
        <IconButton label="Close" onClick={onClose} icon={<X size={20} aria-hidden="true" />} />
      </div>
      <p role="status" className="sr-only">
        {statusWords(state, choices.length, text)}
      </p>
      <div className="grow overflow-y-auto overscroll-contain pb-3 sm:h-[min(27rem,52vh)] sm:grow-0">
        <PaletteList
          id={listId}
          groups={groups}
          active={active}
          onActivate={activate}
          onChoose={onChoose}
        />
        {state === "loading" && found.length === 0 && <ComingLines />}
        {state === "failed" && <NoAnswer onRetry={retry} />}
        {state === "done" && isNothing && <NothingFound text={text} />}
      </div>
      <PaletteHints />
    </>
  );
}

function statusWords(state: "loading" | "done" | "failed", count: number, text: string): string {
  if (text === "") return "";
  if (state === "loading") return "Searching";
  if (state === "failed") return "The shop did not answer";
  if (count === 0) return "Nothing found";
  return count === 1 ? "1 result" : `${count} results`;
}

/** What is being looked for, in the shape of what comes. */
function ComingLines() {
  return (
    <div aria-hidden="true" className="space-y-4 px-5 pt-5">
      {["w-48", "w-64", "w-40"].map((width) => (
        <div key={width} className="flex items-center gap-4">
          <SkeletonLine className="h-10 w-8" />
          <SkeletonLine className={width} />
        </div>
      ))}
    </div>
  );
}

function NoAnswer({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-5 text-sm text-ink-soft">
      <CloudOff size={18} aria-hidden="true" />
      <p className="grow">The shop did not answer. Pages and settings are found all the same.</p>
      <Button size="sm" variant="secondary" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
