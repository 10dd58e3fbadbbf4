import { useEffect, useState } from "react";
import { loginPath } from "#app/web/safe-path.ts";
import type { AdminSearchResults } from "#features/reports/admin-search-results.ts";
import { FEWEST_LETTERS } from "#features/reports/admin-search-results.ts";
import type { Choice } from "./choice.ts";
import { foundChoices, stillNamed } from "./offered-groups.ts";

/** Typing is over when nothing was typed for so long. */
const pauseMs = 120;

type Answer = { text: string; choices: readonly Choice[] | null };

/**
 * What the shop finds for a text, after a pause. An older question is cut off, so that its answer never comes after a newer one's;
 * until the answer is there, of the last one that which the text still names.
 */
export function useAdminSearch(text: string) {
  const [answer, setAnswer] = useState<Answer>({ text: "", choices: [] });
  const [attempt, setAttempt] = useState(0);
  const isEnough = text.length >= FEWEST_LETTERS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same question again
  useEffect(() => {
    if (!isEnough) return;
    const question = new AbortController();
    const timer = setTimeout(async () => {
      const choices = await ask(text, question.signal);
      if (!question.signal.aborted) setAnswer({ text, choices });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      question.abort();
    };
  }, [text, isEnough, attempt]);
  const retry = () => {
    setAnswer({ text: "", choices: [] });
    setAttempt((count) => count + 1);
  };
  if (!isEnough) return { state: "done", choices: [], retry } as const;
  if (answer.text !== text) {
    return { state: "loading", choices: stillNamed(answer.choices ?? [], text), retry } as const;
  }
  if (answer.choices === null) return { state: "failed", choices: [], retry } as const;
  return { state: "done", choices: answer.choices, retry } as const;
}

/** The shop's answer, or null when there is none. */
async function ask(text: string, signal: AbortSignal): Promise<readonly Choice[] | null> {
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
