import type { InputHTMLAttributes, Ref } from "react";
import { classNames } from "./class-names.ts";
import { useFieldBinding } from "./field-context.ts";

type Props = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/** One line of text; inside a Field it is tied to the label, hint and error. */
export function Input({ className, ...rest }: Props) {
  return <input {...useFieldBinding()} {...rest} className={classNames("control", className)} />;
}
