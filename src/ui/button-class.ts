import { classNames } from "./class-names.ts";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-forest text-paper not-aria-disabled:hover:bg-forest-deep",
  secondary: "border border-ink not-aria-disabled:hover:bg-ink not-aria-disabled:hover:text-paper",
  quiet:
    "underline decoration-edge decoration-1 underline-offset-[0.4em] not-aria-disabled:hover:text-demerara not-aria-disabled:hover:decoration-current",
  danger: "bg-hibiscus text-white not-aria-disabled:hover:bg-hibiscus-deep",
};

const heights: Record<ButtonSize, string> = {
  sm: "min-h-9 text-sm pointer-coarse:min-h-11",
  md: "min-h-11 text-sm",
  lg: "min-h-14 text-base",
};

const widths: Record<ButtonSize, string> = { sm: "px-4", md: "px-6", lg: "px-8" };

/** The look of a button, for the rare element that is neither `Button` nor `ButtonLink`. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, extra?: string): string {
  return classNames(
    "inline-flex items-center justify-center gap-2 rounded-hair py-2 text-center font-medium leading-tight tracking-wide transition-colors aria-disabled:opacity-55",
    variants[variant],
    heights[size],
    variant !== "quiet" && widths[size],
    extra,
  );
}
