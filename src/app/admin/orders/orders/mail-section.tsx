import { Form } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { formatMoment } from "#core/georgetown-time.ts";
import type { OrderMail } from "#features/orders/order/resend-order-mail.server.ts";
import { Button } from "#ui/button.tsx";

type Props = { mails: readonly OrderMail[]; idempotencyKey: string };

/** Each email can be resent unchanged. */
export function MailSection({ mails, idempotencyKey }: Props) {
  if (mails.length === 0) return null;
  return (
    <OrderSection id="mails" title="Mails to the customer">
      <ul className="divide-y divide-line text-sm">
        {mails.map(({ id, subject, at }) => (
          <li key={id} className="py-3 first:pt-0">
            <p className="wrap-anywhere">{subject}</p>
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <time dateTime={at.toISOString()} className="figures text-ink-quiet">
                {formatMoment(at)}
              </time>
              <Form method="post">
                <input type="hidden" name="intent" value="resend" />
                <input type="hidden" name="target" value={id} />
                <input type="hidden" name="key" value={idempotencyKey} />
                <Button
                  type="submit"
                  variant="quiet"
                  size="sm"
                  aria-label={`Send again: ${subject}`}
                >
                  Send again
                </Button>
              </Form>
            </div>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}
