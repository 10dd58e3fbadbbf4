import type { LucideIcon } from "lucide-react";
import { Clock, RotateCcw, Truck } from "lucide-react";
import { BUSINESS_LABELS } from "#features/settings/business-facts.ts";

/** What a shopper wants to know before paying: what shipping will cost, how long the pieces are kept, and how to send them back. */
export function CheckoutFacts({ delivery }: { delivery: readonly string[] }) {
  return (
    <ul className="mt-10 space-y-5 border-t border-line pt-8 text-sm text-ink-soft">
      {delivery.length > 0 && (
        <Fact icon={Truck} title="How we ship">
          {delivery}
        </Fact>
      )}
      <Fact icon={Clock} title="Kept for you">
        {["Your pieces are yours for 30 minutes once the payment page is open."]}
      </Fact>
      <Fact icon={RotateCcw} title="Returns">
        {[
          `Ready-to-wear within ${BUSINESS_LABELS.returnWindow}. Made-to-measure pieces are not returnable unless defective.`,
        ]}
      </Fact>
    </ul>
  );
}

type FactProps = { icon: LucideIcon; title: string; children: readonly string[] };

function Fact({ icon: Icon, title, children }: FactProps) {
  return (
    <li className="flex gap-4">
      <Icon size={20} aria-hidden="true" className="mt-0.5 text-demerara" />
      <div>
        <p className="font-medium text-ink">{title}</p>
        {children.map((line) => (
          <p key={line} className="figures">
            {line}
          </p>
        ))}
      </div>
    </li>
  );
}
