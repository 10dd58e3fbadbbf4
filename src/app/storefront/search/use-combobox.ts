import { useCallback, useEffect, useRef, useState } from "react";

type Options = {
  listId: string;
  count: number;
  /** The place of the option that Enter was pressed on. */
  onChoose: (place: number) => void;
};

/**
 * Makes a field that is already on the page a combobox (ARIA pattern, list autocomplete with manual selection): it opens while
 * somebody types, arrows move, Enter chooses or, with nothing chosen, sends the form, Escape closes first and empties second.
 * The options' ids are the list's with their place.
 */
export function useCombobox(input: HTMLInputElement | null, options: Options) {
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
      // One place before the first is the field itself.
      setChosen((place) => ((place + 1 + step + count + 1) % (count + 1)) - 1);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { isOpen, active } = state.current;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        move(event.key === "ArrowDown" ? 1 : -1);
      } else if (event.key === "Escape" && isOpen) {
        event.preventDefault();
        close();
      } else if (event.key === "Enter") {
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
