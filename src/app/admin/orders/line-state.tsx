import type { LineState } from "#features/orders/admin-order-queries.server.ts";

const words = (state: LineState) =>
  [
    state.shipped > 0 && `${state.shipped} sent`,
    state.returned > 0 && `${state.returned} came back`,
    state.refunded > 0 && `${state.refunded} refunded`,
    state.left > 0 && `${state.left} to send`,
  ].filter(Boolean);

/** What became of the pieces of a line. */
export function LineStateMessages({ state }: { state: LineState | undefined }) {
  const told = state ? words(state) : [];
  if (told.length === 0) return null;
  return <p className="figures mt-1.5 text-sm text-ink-quiet">{told.join(" · ")}</p>;
}
