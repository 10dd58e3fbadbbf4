import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { useId } from "react";
import { FieldError } from "./field.tsx";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Yes or no, with its words at the side; the whole row is the target. */
export function Checkbox({ label, hint, error, className, ...rest }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={className}>
      <label className="flex min-h-11 items-start gap-3 py-2.5 leading-6">
        <input
          {...rest}
          type="checkbox"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          className="mark mark-check mt-0.5"
        />
        <span>
          {label}
          {hint && (
            <span id={`${id}-hint`} className="block text-sm text-ink-quiet">
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
