import { useEffect, useRef } from "react";
import { Notice } from "#ui/notice.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { DeskIntent } from "./desk-answer.ts";
import { DONE_WORDS } from "./desk-answer.ts";

/** Says above the order what was just done, and takes the focus there: the form it came from is folded again. */
export function DoneNotice({ done }: { done: DeskIntent }) {
  const place = useRef<HTMLDivElement>(null);
  // A page loaded anew that only now wakes up takes the focus from nobody who is under way already.
  const isWaking = useRef(!useHydrated());
  useEffect(() => {
    if (!isWaking.current || document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <div ref={place} tabIndex={-1} role="status" className="mb-6 outline-none">
      <Notice kind="success">{DONE_WORDS[done]}</Notice>
    </div>
  );
}
