import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type NoticeKind = "info" | "success" | "warning" | "error";

const looks = {
  info: { icon: Info, edge: "border-edge", tint: "text-ink-quiet" },
  success: { icon: CircleCheck, edge: "border-success", tint: "text-success" },
  warning: { icon: TriangleAlert, edge: "border-warning", tint: "text-warning" },
  error: { icon: CircleAlert, edge: "border-hibiscus", tint: "text-hibiscus" },
};

type Props = {
  kind: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  /** True where it appears in answer to something: it is then announced. */
  live?: boolean;
  className?: string;
};

/** A few lines that must not be missed, in the flow of the page. */
export function Notice({ kind, title, children, live = false, className }: Props) {
  const { icon: Icon, edge, tint } = looks[kind];
  const role = kind === "error" ? "alert" : "status";
  return (
    <div
      role={live ? role : undefined}
      className={`flex gap-3 border-l-2 bg-cloth px-4 py-3.5 text-sm ${edge} ${className ?? ""}`}
    >
      <Icon size={20} aria-hidden="true" className={tint} />
      <div>
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-ink-soft">{children}</div>}
      </div>
    </div>
  );
}
