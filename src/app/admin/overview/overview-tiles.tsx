import { Link } from "react-router";
import type { PendingCounts } from "#features/reports/report-queries.server.ts";

type Props = { desk: PendingCounts; lowStock: number };

/** What waits for the owner; each leads to the list behind it. */
export function OverviewTiles({ desk, lowStock }: Props) {
  const tiles = [
    { label: "To ship", count: desk.toShip, note: "Paid orders", to: "/admin/orders?way=to_ship" },
    {
      label: "To answer",
      count: desk.unanswered,
      note: "Within 24 hours",
      to: "/admin/inbox?status=new",
    },
    {
      label: "Returns",
      count: desk.openReturns,
      note:
        desk.unpaidReturns === 0
          ? "Announced or here"
          : `${desk.unpaidReturns.toLocaleString("en-US")} to refund again`,
      to: "/admin/orders?returns=open",
    },
    {
      label: "Being paid",
      count: desk.beingPaid,
      note: "Payment page open",
      to: "/admin/orders?status=pending",
    },
    { label: "Stock", count: lowStock, note: "Running low", to: "/admin/stock?view=low" },
    {
      label: "Mails",
      count: desk.undeliveredMails,
      note: desk.undeliveredMails === 0 ? "All arrive" : "Did not arrive",
      to: "/admin/outbox?status=failed",
    },
  ];
  return (
    <ul
      aria-label="What waits"
      className="grid grid-cols-2 border-t border-l border-line sm:grid-cols-3 xl:grid-cols-6"
    >
      {tiles.map(({ label, count, note, to }) => (
        <li key={label} className="border-r border-b border-line">
          <Link
            to={to}
            className="block h-full p-4 transition-colors -outline-offset-2 hover:bg-paper sm:p-5"
          >
            <span className="eyebrow block">{label}</span>
            <span
              className={`figures mt-1 block text-xl ${count === 0 ? "text-ink-quiet" : "font-medium"}`}
            >
              {count.toLocaleString("en-US")}
            </span>
            <span className="block text-xs text-ink-quiet">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
