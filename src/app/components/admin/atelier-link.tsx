import type { ReactNode } from "react";
import { createContext, use } from "react";
import { Link } from "react-router";

/** Whether the signed-in admin may open customers' measurements, as the frame of the admin's pages knows it. */
export const OpensMeasurementsContext = createContext(true);

type Props = { to: string; className: string; children: ReactNode };

/** A link to a page that shows measurements; for staff who may not open it, its name as plain text. */
export function AtelierLink({ children, className, to }: Props) {
  if (use(OpensMeasurementsContext)) {
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <span className="inline-flex min-h-11 flex-wrap items-center gap-x-1.5 text-sm text-ink-quiet">
      {children}
      <span>(needs the permission to open measurements)</span>
    </span>
  );
}
