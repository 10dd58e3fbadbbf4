import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useLocation, useRevalidator } from "react-router";
import { Button, ButtonLink } from "./button.tsx";
import { useAfterFirstPaint } from "./hydration.ts";

type NoticeKind = "info" | "success" | "warning" | "error";

const looks = {
  info: { icon: Info, edge: "border-edge", tint: "text-ink-quiet" },
  success: { icon: CircleCheck, edge: "border-success", tint: "text-success" },
  warning: { icon: TriangleAlert, edge: "border-warning", tint: "text-warning" },
  error: { icon: CircleAlert, edge: "border-hibiscus", tint: "text-hibiscus" },
};

type NoticeProps = {
  kind: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  /** Announces a notice that responds to an action. */
  live?: boolean;
  className?: string;
};

/**
 * A live notice that appears in an open page is empty at first, because screen readers read only what changes in a region
 * that they know; an error is an alert, which they read as it arrives.
 */
export function Notice({ kind, title, children, live = false, className }: NoticeProps) {
  const { icon: Icon, edge, tint } = looks[kind];
  const role = kind === "error" ? "alert" : "status";
  const isKnown = useAfterFirstPaint() || !live || role === "alert";
  return (
    <div
      role={live ? role : undefined}
      className={`flex gap-3 border-l-2 bg-cloth px-4 py-3.5 text-sm ${edge} ${className ?? ""}`}
    >
      <Icon size={20} aria-hidden="true" className={tint} />
      {isKnown && (
        <div>
          {title && <p className="font-medium">{title}</p>}
          {children && <div className="text-ink-soft">{children}</div>}
        </div>
      )}
    </div>
  );
}

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** A lucide icon at 28 px. */
  icon?: ReactNode;
  className?: string;
};

export function EmptyState({ title, children, action, icon, className }: EmptyStateProps) {
  return (
    <div className={`flex flex-col items-center px-4 py-16 text-center ${className ?? ""}`}>
      {icon && <div className="mb-5 text-demerara">{icon}</div>}
      <p data-summary="" className="display max-w-prose text-xl text-balance">
        {title}
      </p>
      {children && <div className="mt-2 max-w-form text-pretty text-ink-soft">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

type ErrorPanelProps = {
  title: string;
  text: string;
  /** Retries in place; by default Retry reloads the page. */
  onRetry?: () => void;
  /** "h1" where the panel is the whole page. */
  heading?: "h1" | "h2";
  className?: string;
};

export function ErrorPanel({
  title,
  text,
  onRetry,
  heading: Heading = "h2",
  className,
}: ErrorPanelProps) {
  const { pathname, search } = useLocation();
  return (
    <div
      role="alert"
      className={`flex flex-col items-center border border-line px-6 py-14 text-center ${className ?? ""}`}
    >
      <Heading className="display text-xl">{title}</Heading>
      <p className="mt-2 max-w-form text-ink-soft">{text}</p>
      <div className="mt-6">
        {onRetry ? (
          <Button variant="secondary" onClick={onRetry}>
            Retry
          </Button>
        ) : (
          <ButtonLink variant="secondary" to={{ pathname, search }} reloadDocument>
            Retry
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

type ReloadPanelProps = Omit<ErrorPanelProps, "onRetry"> & { loading: ReactElement };

/** Reports data that did not load. Retry requests it again and shows `loading` meanwhile. */
export function ReloadPanel({ loading, ...panel }: ReloadPanelProps) {
  const { revalidate, state } = useRevalidator();
  if (state !== "idle") return loading;
  return <ErrorPanel {...panel} onRetry={() => void revalidate()} />;
}
