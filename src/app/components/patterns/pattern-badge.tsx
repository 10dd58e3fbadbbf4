import type { ComponentState } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { Badge } from "#ui/badge.tsx";

type Props = { state: Pick<ComponentState, "status" | "isApproved">; name?: string };

const labels = {
  ready: { kind: "success", text: "Ready" },
  review: { kind: "warning", text: "Needs review" },
  by_hand: { kind: "neutral", text: "By hand" },
} as const;

/** What the tailor has to do with a draft. */
export function PatternBadge({ name = "", state }: Props) {
  const { kind, text } = labels[state.status];
  const status = state.isApproved ? "Approved" : text;
  return (
    <Badge kind={state.isApproved ? "success" : kind}>
      {name === "" ? status : `${name}: ${status.toLowerCase()}`}
    </Badge>
  );
}
