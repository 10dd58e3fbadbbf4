import { Minus, Plus } from "lucide-react";
import type { InputHTMLAttributes } from "react";
import { useRef } from "react";
import { useFieldBinding } from "./field.tsx";

type NumberStepperProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  /** For screen readers: "Quantity". */
  stepLabel: string;
  /** Follows the number, such as "cm". */
  unit?: string;
};

const press =
  "flex w-12 shrink-0 items-center justify-center transition-colors hover:bg-cloth hover:text-demerara";

/** A number with a button on each side of it. */
export function NumberStepper({ stepLabel, unit, className, ...rest }: NumberStepperProps) {
  const input = useRef<HTMLInputElement>(null);
  const step = (direction: "stepUp" | "stepDown") => {
    input.current?.[direction]();
    input.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className={`control flex items-stretch p-0! ${className ?? ""}`}>
      <button
        type="button"
        className={press}
        aria-label={`Less: ${stepLabel}`}
        onClick={() => step("stepDown")}
      >
        <Minus size={16} aria-hidden="true" />
      </button>
      <input
        inputMode="decimal"
        {...useFieldBinding()}
        {...rest}
        ref={input}
        type="number"
        className="no-spin figures w-full min-w-0 self-stretch bg-transparent text-center"
      />
      {unit && <span className="flex items-center pr-2 text-sm text-ink-quiet">{unit}</span>}
      <button
        type="button"
        className={press}
        aria-label={`More: ${stepLabel}`}
        onClick={() => step("stepUp")}
      >
        <Plus size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
