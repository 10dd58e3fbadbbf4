import { Form, Link } from "react-router";
import type { Bounce } from "#features/mail/bounces.server.ts";
import { formatDay } from "#features/orders/georgetown-time.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

const titleOf = ({ at }: Bounce) => `Mail to this address came back on ${formatDay(at)}`;

/** Since when mails to an address come back, and why, in a line. */
export function bounceMessage(bounce: Bounce): string {
  return `${titleOf(bounce)}: ${bounce.words}`;
}

/** Where an address stands: its mails come back, and the mail that did leads to what can be done. */
export function BounceNotice({ bounce }: { bounce: Bounce }) {
  return (
    <Notice kind="warning" title={titleOf(bounce)} className="mb-4">
      <p className="wrap-anywhere">{bounce.words}</p>
      <p>
        A call reaches the customer.{" "}
        <Link to={`/admin/outbox?mail=${bounce.mailId}`} className="link">
          Send that mail to another address, or say that this one works again
        </Link>
      </p>
    </Notice>
  );
}

/** At a mail whose address sends mails back: what that means, and the owner's word that it works again. Why the open mail came back it says itself. */
export function ClearBounceForm({ bounce, mailId }: { bounce: Bounce; mailId: string }) {
  return (
    <div className="border-b border-line">
      <Notice kind="warning" title={titleOf(bounce)}>
        {bounce.mailId !== mailId && <p className="wrap-anywhere">{bounce.words}</p>}
        <p>
          Mails about orders still try to arrive there. News is held back until one of them does.
        </p>
        <Form method="post" className="mt-3">
          <input type="hidden" name="mail" value={mailId} />
          <Button type="submit" name="intent" value="works-again" variant="secondary">
            This address works again
          </Button>
        </Form>
      </Notice>
    </div>
  );
}
