import { PackageCheck, Scissors, Undo2 } from "lucide-react";
import { BUSINESS_LABELS, RETURN_WINDOW_DAYS } from "#features/settings/business-facts.ts";

/** The three things a shopper asks before buying, beside the button (specification 2, Shipping and Returns). */
export function ProductFacts({ delivery }: { delivery: string | null }) {
  const facts = [
    {
      icon: Scissors,
      title: "Made to order in Georgetown",
      text: (
        <>
          Processed in {BUSINESS_LABELS.processing}; made-to-measure needs an extra{" "}
          <span className="whitespace-nowrap">{BUSINESS_LABELS.madeToMeasureExtra}</span>.
        </>
      ),
    },
    {
      icon: PackageCheck,
      title: "Delivery",
      text: delivery ?? "Offered with its price at checkout.",
    },
    {
      icon: Undo2,
      title: `${RETURN_WINDOW_DAYS}-day returns`,
      text: "Unworn, with tags. Made-to-measure is non-returnable unless defective.",
    },
  ];
  return (
    <ul className="space-y-4 border-t border-line pt-6 print:hidden">
      {facts.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4 text-sm">
          <Icon size={20} aria-hidden="true" className="mt-0.5 text-demerara" />
          <div>
            <p className="font-medium">{title}</p>
            <p className="text-ink-quiet">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
