import { useEffect, useState } from "react";
import type { SearchSuggestions } from "#features/catalog/search/search-suggestions.ts";

/** Typing is over when nothing was typed for so long. */
const pauseMs = 140;
const fewestLetters = 2;

/** What was typed so far, following the field. */
export function useInputValue(input: HTMLInputElement | null): string {
  const [typed, setTyped] = useState(input?.value ?? "");
  useEffect(() => {
    if (!input) return;
    const read = () => setTyped(input.value);
    read();
    input.addEventListener("input", read);
    return () => input.removeEventListener("input", read);
  }, [input]);
  return typed.trim();
}

/** What the shop offers for a text, after a pause; an older question is cut off, and a failed one offers nothing. */
export function useSuggestions(text: string): SearchSuggestions | null {
  const [answer, setAnswer] = useState<{ text: string; found: SearchSuggestions } | null>(null);
  const isEnough = text.length >= fewestLetters;
  useEffect(() => {
    if (!isEnough) return;
    const question = new AbortController();
    const timer = setTimeout(async () => {
      const found = await ask(text, question.signal);
      if (found && !question.signal.aborted) setAnswer({ text, found });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      question.abort();
    };
  }, [text, isEnough]);
  return isEnough ? (answer?.found ?? null) : null;
}

async function ask(text: string, signal: AbortSignal): Promise<SearchSuggestions | null> {
  try {
    const response = await fetch(`/search/suggestions?${new URLSearchParams({ q: text })}`, {
      signal,
    });
    return response.ok ? await response.json() : null;
  } catch {
    // Cut off or offline: the plain form still searches.
    return null;
  }
}
