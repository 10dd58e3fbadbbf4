import type { InputHTMLAttributes, ReactNode } from "react";
import { useId } from "react";
import { FieldError } from "./field.tsx";

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
};

/** The whole row is the target. */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const hintId = useId();
  const errorId = useId();
  const described = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");
  const row = (
    <label className={`flex min-h-11 items-start gap-3 py-2.5 leading-6 ${className ?? ""}`}>
      <input
        {...rest}
        type="checkbox"
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className="choice mt-0.5"
      />
      <span>
        {label}
        {hint && (
          <span id={hintId} className="block text-sm text-ink-quiet">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
  if (error === undefined) return row;
  return (
    <div>
      {row}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role"> & {
  label: ReactNode;
  hint?: ReactNode;
};

export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={`flex min-h-11 items-center justify-between gap-6 ${className ?? ""}`}>
      <span className="leading-6">
        {label}
        {hint && <span className="block text-sm text-ink-quiet">{hint}</span>}
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state */}
      <input {...rest} type="checkbox" role="switch" className="choice" />
    </label>
  );
}
