import { AtelierLink } from "#app/components/admin/atelier-link.tsx";
import type { ComponentState } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { PatternBadge } from "./pattern-badge.tsx";

type PatternProps = { orderItemId: string; states: readonly ComponentState[] };

/** The ways to the pattern of a line, one for each component, with how far it is. */
export function PatternLinks({ orderItemId, states }: PatternProps) {
  const path = `/admin/atelier/patterns/${orderItemId}`;
  return (
    <span className="flex flex-wrap gap-x-6">
      {states.length === 0 && (
        <AtelierLink to={path} className="link inline-flex min-h-11 items-center text-sm">
          Pattern
        </AtelierLink>
      )}
      {states.map((state) => (
        <span key={state.component} className="inline-flex items-center gap-2">
          <AtelierLink
            to={`${path}/${state.component}`}
            className="link inline-flex min-h-11 items-center text-sm"
          >
            {states.length > 1 ? `Pattern of ${state.title.toLowerCase()}` : "Pattern"}
          </AtelierLink>
          <PatternBadge state={state} />
        </span>
      ))}
    </span>
  );
}
