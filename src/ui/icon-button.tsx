import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

export const iconButtonClass =
  "relative inline-flex size-11 shrink-0 items-center justify-center rounded-hair transition-colors hover:text-demerara";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "children"> & {
  /** What the button does, for screen readers and, unless there is a `title`, as a tooltip. */
  label: string;
  icon: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

/** A 44 px button that shows only an icon. */
export function IconButton({ label, icon, className, ...rest }: Props) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={className ? `${iconButtonClass} ${className}` : iconButtonClass}
    >
      {icon}
    </button>
  );
}
