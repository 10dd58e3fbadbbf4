import type { InputHTMLAttributes, ReactNode, Ref } from "react";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role"> & {
  label: ReactNode;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** A setting that is on or off; the words stand left, the switch right. */
export function Switch({ label, hint, className, ...rest }: Props) {
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
