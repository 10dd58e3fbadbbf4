import { useEffect, useRef } from "react";
import { Notice } from "#ui/notice.tsx";
import type { DeskIntent } from "./desk-answer.ts";
import { DONE_WORDS } from "./desk-answer.ts";

/** Says above the order what was just done, and takes the focus there: the form it came from is folded again. */
export function DoneNotice({ done }: { done: DeskIntent }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} role="status" className="mb-6 outline-none">
      <Notice kind="success">{DONE_WORDS[done]}</Notice>
    </div>
  );
}
