import { ChevronDown, CircleAlert } from "lucide-react";
import type {
  InputHTMLAttributes,
  ReactNode,
  Ref,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from "react";
import { createContext, use, useId } from "react";
import { classNames } from "./class-names.ts";

type FieldBinding = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

const FieldContext = createContext<FieldBinding | null>(null);

/** Returns nothing outside a Field. */
export function useFieldBinding(): Partial<FieldBinding> {
  return use(FieldContext) ?? {};
}

export type FieldProps = {
  label: ReactNode;
  /** Takes one control. */
  children: ReactNode;
  hint?: ReactNode;
  /** The id of a text elsewhere that describes the control too, such as its target beside it. */
  describedBy?: string;
  /** Says how to correct the value. */
  error?: string | null | undefined;
  /** Adds "(optional)"; fields are required by default. */
  optional?: boolean;
  /** Hides the label visually where the context already says it. */
  hideLabel?: boolean;
  className?: string;
};

export function Field(props: FieldProps) {
  const { label, children, describedBy, hint, error, optional, hideLabel, className } = props;
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [describedBy ?? "", hint ? hintId : "", error ? errorId : ""]
    .filter(Boolean)
    .join(" ");
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

/** Always rendered, so that an error is announced. */
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

type Props = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/** A Field ties it to label, hint and error. Text runs in the direction of its first letter. */
export function Input({ className, ...rest }: Props) {
  return (
    <input
      dir="auto"
      {...useFieldBinding()}
      {...rest}
      className={classNames("control", className)}
    />
  );
}

type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  ref?: Ref<HTMLTextAreaElement>;
};

/** Grows with its text where the browser can; the text runs in the direction of its first letter. */
export function Textarea({ className, rows = 4, ...rest }: TextareaProps) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...useFieldBinding()}
      {...rest}
      className={classNames("control block field-sizing-content resize-y", className)}
      style={{ minHeight: `calc(${rows} * 1.5em + 1.125rem)` }}
    />
  );
}

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> };

/** Takes `<option>`s as children. */
export function Select({ className, ...rest }: SelectProps) {
  return (
    <span className={classNames("relative block", className)}>
      <select {...useFieldBinding()} {...rest} className="control appearance-none pr-10" />
      <ChevronDown
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2"
      />
    </span>
  );
}
