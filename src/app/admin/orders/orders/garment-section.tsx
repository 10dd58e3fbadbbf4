import type { ReactNode } from "react";
import { Link } from "react-router";
import { AtelierLink } from "#app/components/admin/atelier-link.tsx";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { PatternLinks } from "#app/components/patterns/pattern-links.tsx";
import { DueText, StageBadge } from "#app/components/production/board-parts.tsx";
import type { NamedAlteration } from "#features/garments/alterations/alteration-queries.server.ts";
import { alterationMessages } from "#features/garments/alterations/alteration-rules.ts";
import type { GarmentCard } from "#features/garments/garment/garment.ts";
import { garmentName, isInWork } from "#features/garments/garment/garment.ts";
import type { ComponentState } from "#features/garments/order-patterns/tailor-patterns.server.ts";

/** What the atelier makes for an order. */
export type OrderGarments = {
  garments: readonly (GarmentCard & {
    orderItemId: string;
    isRemake: boolean;
    alterations: readonly NamedAlteration[];
  })[];
  /** By line; a line without any is being drafted. */
  patterns: Readonly<Record<string, readonly ComponentState[]>>;
  /** The day in Georgetown. */
  today: string;
};

const rowLink = "link inline-flex min-h-11 items-center text-sm";

/** Each garment with its stage, maker, day and pattern, and the ways to them; nothing in it was measured. */
export function GarmentSection({
  children,
  garments,
  patterns,
  today,
}: OrderGarments & { children: ReactNode }) {
  if (garments.length === 0) return null;
  return (
    <OrderSection id="garments" title="In the atelier">
      <ul className="divide-y divide-line border-b border-line">
        {garments.map((garment) => (
          <li key={garment.id} className="grid gap-x-8 gap-y-2 py-3 text-sm md:grid-cols-2">
            <span>
              <Link to={`/admin/atelier/production/${garment.id}`} className={rowLink}>
                {garmentName(garment)}
              </Link>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-soft">
                <StageBadge stage={garment.stage} />
                {garment.maker?.name ?? (isInWork(garment.stage) ? "No maker yet" : "")}
              </span>
            </span>
            <span>
              <PatternLinks
                orderItemId={garment.orderItemId}
                states={patterns[garment.orderItemId] ?? []}
              />
              <span className="block text-ink-soft">
                <DueText card={garment} today={today} />
              </span>
              {garment.alterations.map(({ id, number, status }) => (
                <span key={id} className="block">
                  <AtelierLink to={`/admin/atelier/alterations/${id}`} className={rowLink}>
                    {`${number}: ${alterationMessages[status]}`}
                  </AtelierLink>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {children}
    </OrderSection>
  );
}
