import type { KeyboardEvent } from "react";
import { useEffect, useState } from "react";
import type { Choice } from "./choice.ts";

type Options = {
  listId: string;
  text: string;
  choices: readonly Choice[];
  onChoose: (choice: Choice) => void;
};

/**
 * The choice that Enter takes: the first, until arrows or the pointer go elsewhere. It is known by where it leads, so that answers which
 * arrive late leave it under the hand; another text begins at the first again.
 */
export function useActiveChoice({ listId, text, choices, onChoose }: Options) {
  const [gone, setGone] = useState<{ to: string; text: string } | null>(null);
  const held = gone?.text === text ? choices.findIndex(({ path }) => path === gone.to) : -1;
  const active = held >= 0 ? held : Math.min(0, choices.length - 1);
  const activate = (place: number) => {
    const choice = choices[place];
    if (choice) setGone({ to: choice.path, text });
  };
  useEffect(() => {
    if (active < 0) return;
    const option = document.getElementById(`${listId}-${active}`);
    // The first one's heading comes into view with it.
    const shown = active === 0 ? option?.closest("[role=group]") : option;
    shown?.scrollIntoView({ block: "nearest" });
  }, [listId, active]);
  function onKeyDown(event: KeyboardEvent): void {
    // Enter may end a word that is being composed.
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
