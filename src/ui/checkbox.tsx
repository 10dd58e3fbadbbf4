import type { InputHTMLAttributes, ReactNode } from "react";
import { useId } from "react";

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** The whole row is the target. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const hintId = useId();
  return (
    <label className={`flex min-h-11 items-start gap-3 py-2.5 leading-6 ${className ?? ""}`}>
      <input
        {...rest}
        type="checkbox"
        aria-describedby={hint ? hintId : undefined}
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
