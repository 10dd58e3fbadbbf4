import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { useId } from "react";
import { FieldError } from "./field.tsx";

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** The whole row is the target. */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
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

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role"> & {
  label: ReactNode;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** A setting that is on or off: text left, switch right. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={`flex min-h-11 items-center justify-between gap-6 ${className ?? ""}`}>
      <span className="leading-6">
        {label}
        {hint && <span className="block text-sm text-ink-quiet">{hint}</span>}
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own checked state */}
      <input {...rest} type="checkbox" role="switch" className="mark-switch" />
    </label>
  );
}
