import { CircleAlert, CircleCheck, CircleDashed, Clock, Sparkle } from "lucide-react";
import type { ReactNode } from "react";

export type BadgeKind = "success" | "warning" | "error" | "neutral" | "accent";

const looks = {
  success: { icon: CircleCheck, box: "border-success/40 bg-success/8", tint: "text-success" },
  warning: { icon: Clock, box: "border-warning/50 bg-warning/8", tint: "text-warning" },
  error: { icon: CircleAlert, box: "border-hibiscus/40 bg-hibiscus/6", tint: "text-hibiscus" },
  neutral: { icon: CircleDashed, box: "border-line bg-cloth", tint: "text-ink-quiet" },
  accent: { icon: Sparkle, box: "border-demerara/40 bg-demerara/8", tint: "text-demerara" },
};

type Props = { kind?: BadgeKind; children: ReactNode; className?: string };

/** The icon adds to the color (WCAG 1.4.1). */
export function Badge({ kind = "neutral", children, className }: Props) {
  const { icon: Icon, box, tint } = looks[kind];
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-hair border px-2 py-0.5 text-xs font-medium whitespace-nowrap text-ink ${box} ${className ?? ""}`}
    >
      <Icon size={13} aria-hidden="true" className={tint} />
      {children}
    </span>
  );
}

export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="min-w-5 rounded-hair border border-line bg-white px-1 text-center font-sans text-xs leading-5 text-ink-quiet">
      {children}
    </kbd>
  );
}
