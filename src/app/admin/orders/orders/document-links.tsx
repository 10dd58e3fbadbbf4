import { FileText } from "lucide-react";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";

/** Opens in a new tab. */
export function DocumentLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="link inline-flex min-h-11 items-center gap-1.5 text-sm"
    >
      <FileText size={16} aria-hidden="true" />
      {children}
      <span className="sr-only"> as PDF, in a new tab</span>
    </a>
  );
}

/** Links the invoice, credit notes of refunds, and the packing slip of unshipped items. */
export function DocumentsSection({ adminOrder }: { adminOrder: AdminOrder }) {
  const { corrections, lineStates, order } = adminOrder;
  if (!order.completedAt) return null;
  const here = `/admin/orders/${order.id}`;
  const hasLeft = Object.values(lineStates).some(({ left }) => left > 0);
  return (
    <OrderSection id="documents" title="Documents">
      <div className="flex flex-wrap gap-x-7">
        <DocumentLink to={`${here}/invoice.pdf`}>Invoice</DocumentLink>
        {corrections.map(({ id, number, title }) => (
          <DocumentLink
            key={id}
            to={`${here}/documents/${id}`}
          >{`${title} ${number}`}</DocumentLink>
        ))}
        {hasLeft && <DocumentLink to={`${here}/packing-slip.pdf`}>Packing slip</DocumentLink>}
      </div>
    </OrderSection>
  );
}
