import type { ReactNode } from "react";
import { Kbd } from "./kbd.tsx";

/** Which keys do what, for whoever has keys. */
export function PaletteHints() {
  return (
    <p className="hidden flex-wrap gap-x-6 border-t border-line px-5 py-2.5 text-xs text-ink-quiet pointer-fine:sm:flex">
      <Hint keys={["↑", "↓"]}>to move</Hint>
      <Hint keys={["Enter"]}>to open</Hint>
      <Hint keys={["Esc"]}>to close</Hint>
    </p>
  );
}

function Hint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  );
}
