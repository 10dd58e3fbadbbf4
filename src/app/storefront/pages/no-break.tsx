import type { ReactNode } from "react";

/** A span of time or a sum, kept on one line: '7-14 days' must not end a line with '7-'. */
export function NoBreak({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>;
}
