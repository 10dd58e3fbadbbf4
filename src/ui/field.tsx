import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useId } from "react";
import { FieldContext } from "./field-context.ts";

export type FieldProps = {
  label: ReactNode;
  /** One input of this kit. */
  children: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to put it right; announced when it appears. */
  error?: string | null | undefined;
  /** Adds "(optional)" to the label; fields are required unless they say so. */
  optional?: boolean;
  /** Keeps the label for screen readers only, where the place says it already. */
  hideLabel?: boolean;
  className?: string;
};

/** A label above its control, a hint and an error tied to it. */
export function Field(props: FieldProps) {
  const { label, children, hint, error, optional, hideLabel, className } = props;
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");
  const binding = {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={hideLabel ? "sr-only" : "mb-1.5 block text-sm font-medium text-ink"}
      >
        {label}
        {optional && <span className="font-normal text-ink-quiet"> (optional)</span>}
      </label>
      <FieldContext value={binding}>{children}</FieldContext>
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-ink-quiet">
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

/** An error's place under a field or a group: always in the page, so that what appears in it is announced. */
export function FieldError({ id, error }: { id: string; error?: string | null | undefined }) {
  return (
    <p id={id} aria-live="polite" className="text-sm text-hibiscus">
      {error && (
        <span className="mt-1.5 flex gap-1.5">
          <CircleAlert size={16} aria-hidden="true" className="mt-0.5" />
          {error}
        </span>
      )}
    </p>
  );
}
