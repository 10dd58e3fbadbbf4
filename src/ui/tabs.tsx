import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export type TabItem = {
  value: string;
  label: ReactNode;
  panel: ReactNode;
  icon?: ReactNode;
};

type Props = {
  /** What the tabs choose between, for screen readers. */
  label: string;
  items: readonly TabItem[];
  /** The open tab when the caller holds it (as in the address); otherwise the first is open to begin with. */
  value?: string;
  onValueChange?: (value: string) => void;
  /** Small capitals for the storefront, plain words for the admin. */
  look?: "caps" | "words";
};

/** Panels behind a row of tabs on a hairline; arrows move between them. */
export function Tabs({ label, items, value, onValueChange, look = "caps" }: Props) {
  const word = look === "caps" ? "text-xs tracking-caps uppercase" : "text-sm";
  const held = value === undefined ? { defaultValue: items[0]?.value ?? null } : { value };
  return (
    <Base.Root {...held} onValueChange={(next) => onValueChange?.(String(next))}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className="flex gap-6 overflow-x-auto border-b border-line sm:gap-8"
      >
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className={`flex min-h-12 shrink-0 items-center gap-2 border-b-2 border-transparent font-medium text-ink-quiet transition-colors -outline-offset-2! hover:text-ink data-active:border-ink data-active:text-ink ${word}`}
          >
            {item.icon}
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="pt-8">
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
