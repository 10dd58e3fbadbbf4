import { formatMoment } from "#core/georgetown-time.ts";
import type { EventMessage } from "#features/orders/order/events/describe-order-event.ts";

const stitches = {
  good: "border-success bg-success",
  alert: "border-hibiscus bg-hibiscus",
  plain: "border-ink bg-white",
};

type Props<Step> = {
  /** The events are listed oldest first. */
  events: readonly Step[];
  messageOf: (step: Step) => EventMessage;
  /** Whose time it is, for readers in other zones. */
  zone?: string;
};

export function OrderTimeline<Step extends { id: string; at: Date }>(props: Props<Step>) {
  const { events, messageOf, zone } = props;
  return (
    <ol className="text-sm">
      {events.map((event) => {
        const { title, explanation, tone } = messageOf(event);
        return (
          <li key={event.id} className="group relative pb-6 pl-7 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-3 bottom-[-0.75rem] left-1.25 w-px bg-demerara group-last:hidden"
            />
            <span
              aria-hidden="true"
              className={`absolute top-1.5 left-0 size-2.75 rounded-full border ${stitches[tone]}`}
            />
            <p className="font-medium">{title}</p>
            {explanation && <p className="text-ink-soft">{explanation}</p>}
            <time dateTime={event.at.toISOString()} className="figures text-ink-quiet">
              {[formatMoment(event.at), zone].filter(Boolean).join(" ")}
            </time>
          </li>
        );
      })}
    </ol>
  );
}
