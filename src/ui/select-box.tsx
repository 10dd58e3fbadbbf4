import type { InputHTMLAttributes } from "react";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "aria-label"> & {
  /** What is chosen by it, for screen readers. */
  label: string;
  /** Some, not all, of what it stands for are chosen. */
  mixed?: boolean;
  /** Makes it a stop of `walkRows`. */
  isRow?: boolean;
};

/** A box without words at a row's start, in a target of 44 px. */
export function SelectBox({ label, mixed = false, isRow = false, ...rest }: Props) {
  return (
    <label className="-my-1.5 -ml-3 flex size-11 shrink-0 items-center justify-center">
      <input
        {...rest}
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        aria-label={label}
        data-row={isRow ? "" : undefined}
        className="mark mark-check"
      />
    </label>
  );
}
