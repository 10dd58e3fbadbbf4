import { Dialog } from "@base-ui/react/dialog";
import { CloudOff, Search, X } from "lucide-react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { loginPath } from "#app/web/safe-path.ts";
import { MAX_SEARCH_LENGTH, shownSearch } from "#features/catalog/search/search-text.ts";
import type { AdminSearchResults } from "#features/office/reports/admin-search-results.ts";
import { FEWEST_LETTERS } from "#features/office/reports/admin-search-results.ts";
import { Kbd } from "#ui/badge.tsx";
import { Button, IconButton, Spinner } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Modal } from "#ui/dialog.tsx";
import { focusPageStart } from "#ui/page-start.ts";
import { SkeletonLine } from "#ui/skeleton.tsx";
import type { Choice, ChoiceGroup } from "./choice.ts";
import { ChoiceLabel, NothingFound } from "./choice-label.tsx";
import { firstGroups, foundChoices, groupsFor, stillNamed } from "./offered-groups.ts";
import { readRecent, rememberChoice } from "./recent-choices.browser.ts";

/** Delays the search after an input. */
const pauseMs = 120;

type SearchResult = { text: string; choices: readonly Choice[] | null };

/** A new text aborts the request; matching earlier results stay meanwhile. */
function useAdminSearch(text: string) {
  const [result, setResult] = useState<SearchResult>({ text: "", choices: [] });
  const [attempt, setAttempt] = useState(0);
  const isEnough = text.length >= FEWEST_LETTERS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the request
  useEffect(() => {
    if (!isEnough) return;
    const question = new AbortController();
    const timer = setTimeout(async () => {
      const choices = await requestChoices(text, question.signal);
      if (!question.signal.aborted) setResult({ text, choices });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      question.abort();
    };
  }, [text, isEnough, attempt]);
  const retry = () => {
    setResult({ text: "", choices: [] });
    setAttempt((count) => count + 1);
  };
  if (!isEnough) return { state: "done", choices: [], retry } as const;
  if (result.text !== text) {
    return { state: "loading", choices: stillNamed(result.choices ?? [], text), retry } as const;
  }
  if (result.choices === null) return { state: "failed", choices: [], retry } as const;
  return { state: "done", choices: result.choices, retry } as const;
}

/** Null without a response. */
async function requestChoices(
  text: string,
  signal: AbortSignal,
): Promise<readonly Choice[] | null> {
  try {
    const response = await fetch(`/admin/search/found?${new URLSearchParams({ q: text })}`, {
      signal,
    });
    if (response.redirected) {
      location.assign(loginPath(location.pathname + location.search));
      return [];
    }
    return response.ok ? foundChoices((await response.json()) as AdminSearchResults) : null;
  } catch {
    return null;
  }
}

type Options = {
  listId: string;
  text: string;
  choices: readonly Choice[];
  onChoose: (choice: Choice) => void;
};

/**
 * Enter opens the first choice until arrows or the pointer select another. Its path identifies it, so late
 * results do not move it.
 */
function useActiveChoice({ listId, text, choices, onChoose }: Options) {
  const [gone, setGone] = useState<{ to: string; text: string } | null>(null);
  const held = gone?.text === text ? choices.findIndex(({ path }) => path === gone.to) : -1;
  const active = held >= 0 ? held : Math.min(0, choices.length - 1);
  const activate = (position: number) => {
    const choice = choices[position];
    if (choice) setGone({ to: choice.path, text });
  };
  useEffect(() => {
    if (active < 0) return;
    const option = document.getElementById(`${listId}-${active}`);
    // Scrolls the group's heading into view as well.
    const shown = active === 0 ? option?.closest("[role=group]") : option;
    shown?.scrollIntoView({ block: "nearest" });
  }, [listId, active]);
  function onKeyDown(event: KeyboardEvent): void {
    // Enter may end an IME composition.
    if (event.nativeEvent.isComposing || choices.length === 0) return;
    const { length } = choices;
    if (event.key === "ArrowDown") activate((active + 1) % length);
    else if (event.key === "ArrowUp") activate((active - 1 + length) % length);
    else if (event.key === "Enter") {
      const choice = choices[active];
      if (choice) onChoose(choice);
    } else return;
    event.preventDefault();
  }
  return { active, activate, onKeyDown };
}

/** The hints are shown on devices with a pointer. */
function PaletteHints() {
  return (
    <p className="hidden flex-wrap gap-x-6 border-t border-line px-5 py-2.5 text-xs text-ink-quiet pointer-fine:sm:flex">
      <Hint keys={["↑", "↓"]}>to move</Hint>
      <Hint keys={["Enter"]}>to open</Hint>
      <Hint keys={["Esc"]}>to close</Hint>
    </p>
  );
}

function Hint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  );
}

type PaletteSearchProps = {
  input: RefObject<HTMLInputElement | null>;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
};

/** The field is an ARIA combobox: list autocomplete, with the first option selected. */
function PaletteSearch({ input, onChoose, onClose }: PaletteSearchProps) {
  const listId = useId();
  const [value, setValue] = useState("");
  const [recent] = useState(readRecent);
  const text = shownSearch(value);
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
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-15 min-w-0 grow bg-transparent px-3 text-base outline-none placeholder:text-ink-quiet"
        />
        <IconButton label="Close" onClick={onClose} icon={<X size={20} aria-hidden="true" />} />
      </div>
      <p role="status" className="sr-only">
        {statusMessage(state, choices.length, text)}
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
        {state === "failed" && <NoResponse onRetry={retry} />}
        {state === "done" && isNothing && <NothingFound text={text} />}
      </div>
      <PaletteHints />
    </>
  );
}

function statusMessage(state: "loading" | "done" | "failed", count: number, text: string): string {
  if (text === "") return "";
  if (state === "loading") return "Searching";
  if (state === "failed") return "The search is not responding";
  if (count === 0) return "Nothing found";
  return count === 1 ? "1 result" : `${count} results`;
}

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

function NoResponse({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-5 text-sm text-ink-soft">
      <CloudOff size={18} aria-hidden="true" />
      <p className="grow">The search is not responding. You can still open pages and settings.</p>
      <Button size="sm" variant="secondary" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Fills the screen on phones. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<Choice | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (open) chosen.current = null;
  }, [open]);
  const choose = (choice: Choice) => {
    chosen.current = choice;
    rememberChoice(choice);
    onOpenChange(false);
    navigate(choice.path);
  };
  const focusChosen = () => {
    // A field named by the URL receives the focus itself.
    if (chosen.current === null || chosen.current.path.includes("#")) return;
    focusPageStart();
  };
  return (
    <Modal open={open} onOpenChange={onOpenChange} onClosed={focusChosen}>
      <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center sm:px-6 sm:pt-[min(14vh,8rem)]">
        <Dialog.Popup
          data-palette=""
          initialFocus={input}
          finalFocus={() => chosen.current === null}
          className="relative flex h-dvh w-full flex-col bg-white shadow-raised outline-none transition duration-200 data-ending-style:-translate-y-2 data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0 sm:h-auto sm:max-w-160"
        >
          <Dialog.Title className="sr-only">Search everything</Dialog.Title>
          <PaletteSearch input={input} onChoose={choose} onClose={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Viewport>
    </Modal>
  );
}

type PaletteListProps = {
  id: string;
  groups: readonly ChoiceGroup[];
  /** Counts over all groups; -1 for none. */
  active: number;
  onActivate: (position: number) => void;
  onChoose: (choice: Choice) => void;
};

/** The field above keeps the focus. */
function PaletteList({ id, groups, active, onActivate, onChoose }: PaletteListProps) {
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { choices }) => sum + choices.length, 0),
  );
  return (
    <div id={id} role="listbox" aria-label="Results" hidden={groups.length === 0}>
      {groups.map(({ title, choices }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: these are options of a list, not form fields
        <div key={title} role="group" aria-labelledby={`${id}-${title}`} className="pt-3">
          <div id={`${id}-${title}`} role="presentation" className="eyebrow px-5 pb-1">
            {title}
          </div>
          {choices.map((choice, within) => {
            const position = (starts[index] ?? 0) + within;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys
              <div
                key={choice.path}
                id={`${id}-${position}`}
                role="option"
                tabIndex={-1}
                aria-selected={position === active}
                onPointerMove={() => position !== active && onActivate(position)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(choice)}
                className={classNames(
                  "flex min-h-11 cursor-pointer items-center gap-3 border-l-2 py-1 pr-5 pl-4.5 text-sm",
                  position === active ? "border-demerara bg-cloth" : "border-transparent",
                )}
              >
                <ChoiceLabel choice={choice} isActive={position === active} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
