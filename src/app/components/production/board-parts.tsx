import { formatLongDay } from "#core/business-days.ts";
import type { GarmentCard, GarmentStage } from "#features/garments/garment/garment.ts";
import { isInWork, isWithoutCustomer, stageMessages } from "#features/garments/garment/garment.ts";
import { riskOf } from "#features/garments/production/board.ts";
import { Badge } from "#ui/badge.tsx";

export function StageBadge({ stage }: { stage: GarmentStage }) {
  const kind = stage === "finished" || stage === "shipped" ? "success" : "neutral";
  return <Badge kind={kind}>{stageMessages[stage]}</Badge>;
}

/** When it must leave or arrive, with a word where it is late; or that nobody waits for it any more. A garment that has left has no day. */
export function DueText({ card, today }: { card: GarmentCard; today: string }) {
  const { due } = card;
  if (!isInWork(card.stage)) return null;
  if (isWithoutCustomer(card)) return <Badge kind="error">Stop: customer deleted</Badge>;
  if (!due) return <span className="text-ink-quiet">No date yet</span>;
  const risk = riskOf(card, today);
  return (
    <span className="figures inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {due.kind === "leaves" ? "Ship by" : "Arrives by"} {formatLongDay(due.day)}
      {risk === "overdue" && <Badge kind="error">Overdue</Badge>}
      {risk === "at_risk" && <Badge kind="warning">At risk</Badge>}
    </span>
  );
}
