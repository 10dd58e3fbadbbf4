import { useEffect, useRef, useState } from "react";
import type { ActionResult } from "./admin-action.ts";

type Edit<Value> = { value: Value; isSent: boolean };

/**
 * Edits one value of a listed item inside the list. Each change is sent once, so that an Undo pressed before the list loads again is not
 * overwritten when the field loses the focus. Every load of `item` shows what the shop stores, except over a change not sent yet.
 */
export function useFieldEdit<Value>(
  item: object,
  stored: Value,
  post: (value: Value) => Promise<ActionResult>,
) {
  const [value, setValue] = useState(stored);
  const edit = useRef<Edit<Value> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an Undo may load the value that was already stored here
  useEffect(() => {
    if (edit.current && !edit.current.isSent) return;
    edit.current = null;
    setValue(stored);
  }, [item]);
  return {
    value,
    /** Also before it is shown. */
    latest: () => edit.current?.value ?? value,
    change(next: Value) {
      edit.current = { value: next, isSent: false };
      setValue(next);
    },
    revert() {
      edit.current = null;
      setValue(stored);
    },
    /** A refused change can be sent again. */
    async save() {
      const current = edit.current;
      if (!current || current.isSent) return;
      current.isSent = true;
      const { done } = await post(current.value);
      if (!done) current.isSent = false;
    },
  };
}
