import { ChevronDown } from "lucide-react";
import type { Ref, SelectHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { useFieldBinding } from "./field-context.ts";

type Props = SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> };

/** The browser's own list, which phones show best; children are `<option>`s. */
export function Select({ className, ...rest }: Props) {
  return (
    <span className={classNames("relative block", className)}>
      <select {...useFieldBinding()} {...rest} className="control appearance-none pr-10" />
      <ChevronDown
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2"
      />
    </span>
  );
}
