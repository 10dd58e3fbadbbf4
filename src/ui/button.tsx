import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import type { LinkProps } from "react-router";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import { sayStatus } from "./status-message.tsx";
export const iconButtonClass =
  "relative inline-flex size-11 shrink-0 items-center justify-center rounded-hair transition-colors hover:text-demerara";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "children"> & {
  /** Labels the button for screen readers; also the tooltip without a `title`. */
  label: string;
  icon: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

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

type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-forest text-paper forced-colors:border not-aria-disabled:hover:bg-forest-deep",
  secondary: "border border-ink not-aria-disabled:hover:bg-ink not-aria-disabled:hover:text-paper",
  quiet:
    "underline decoration-edge decoration-1 underline-offset-[0.4em] not-aria-disabled:hover:text-demerara not-aria-disabled:hover:decoration-current",
  danger: "bg-hibiscus text-white forced-colors:border not-aria-disabled:hover:bg-hibiscus-deep",
};

const heights: Record<ButtonSize, string> = {
  sm: "min-h-9 text-sm pointer-coarse:min-h-11",
  md: "min-h-11 text-sm",
  lg: "min-h-14 text-base",
};

const widths: Record<ButtonSize, string> = { sm: "px-4", md: "px-6", lg: "px-8" };

/** The look of a button for elements that are neither `Button` nor `ButtonLink`. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, extra?: string): string {
  return classNames(
    "inline-flex items-center justify-center gap-2 rounded-hair py-2 text-center font-medium leading-tight tracking-wide transition-colors aria-disabled:opacity-55",
    variants[variant],
    heights[size],
    variant !== "quiet" && widths[size],
    extra,
  );
}

type Look = { variant?: ButtonVariant; size?: ButtonSize };

export type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Keeps the focus, ignores clicks and announces the state. */
    busy?: boolean;
    /** Replaces the label while busy, such as "Submitting...". */
    busyLabel?: ReactNode;
    /** Read with the name while `disabled`, and said when somebody presses all the same: "Please select a category". */
    whyDisabled?: string;
    ref?: Ref<HTMLButtonElement>;
  };

/** `busy` and `disabled` keep the focus and ignore clicks. */
export function Button(props: ButtonProps) {
  const { variant = "primary", size = "md", busy = false, busyLabel, disabled, ...others } = props;
  const { whyDisabled, ...rest } = others;
  const refused = busy || disabled === true;
  const reason = disabled && !busy ? whyDisabled : undefined;
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!refused) return rest.onClick?.(event);
    event.preventDefault();
    if (reason) sayStatus(reason);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={refused || undefined}
      aria-description={reason}
      onClick={onClick}
      className={buttonClass(variant, size, rest.className)}
    >
      {busy && <Spinner />}
      {busy && busyLabel !== undefined ? busyLabel : rest.children}
    </button>
  );
}

export function ButtonLink(props: Look & LinkProps) {
  const { variant = "primary", size = "md", className, ...rest } = props;
  return <Link {...rest} className={buttonClass(variant, size, className)} />;
}

/** Decorates text that names the activity. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      className={`animate-turn ${className}`}
    >
      <circle cx="8" cy="8" r="6.5" opacity="0.25" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" strokeLinecap="round" />
    </svg>
  );
}
