import type { ReactNode } from "react";

type Props = {
  title: string;
  children?: ReactNode;
  /** A button or link: the way on. */
  action?: ReactNode;
  /** A lucide icon at 28 px. */
  icon?: ReactNode;
  className?: string;
};

/** Nothing here yet: said kindly, with a way on. */
export function EmptyState({ title, children, action, icon, className }: Props) {
  return (
    <div className={`flex flex-col items-center px-4 py-16 text-center ${className ?? ""}`}>
      {icon && <div className="mb-5 text-demerara">{icon}</div>}
      <p className="display max-w-prose text-xl text-balance">{title}</p>
      {children && <div className="mt-2 max-w-form text-ink-soft">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
