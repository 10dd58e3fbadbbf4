import type { Ref, TextareaHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { useFieldBinding } from "./field-context.ts";

type Props = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

/** Several lines of text that grow with what is written, where the browser can. */
export function Textarea({ className, rows = 4, ...rest }: Props) {
  return (
    <textarea
      rows={rows}
      {...useFieldBinding()}
      {...rest}
      className={classNames("control block field-sizing-content resize-y", className)}
      style={{ minHeight: `calc(${rows} * 1.5em + 1.125rem)` }}
    />
  );
}
