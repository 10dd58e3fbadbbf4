import { Link } from "react-router";
import { ButtonForm } from "#app/components/form/button-form.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { formatDay } from "#core/georgetown-time.ts";
import type { Bounce } from "#features/base/mail/outbox-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

const titleOf = ({ at }: Bounce) => `Mail to this address came back on ${formatDay(at)}`;

export function bounceMessage(bounce: Bounce): string {
  return `${titleOf(bounce)}: ${bounce.reason}`;
}

export function BounceNotice({ bounce }: { bounce: Bounce }) {
  return (
    <Notice kind="warning" title={titleOf(bounce)} className="mb-4">
      <p className="wrap-anywhere">{bounce.reason}</p>
      <p>
        A call reaches the customer.{" "}
        <Link to={`/admin/outbox?mail=${bounce.mailId}`} className="link">
          Send that mail to another address, or say that this one works again
        </Link>
      </p>
    </Notice>
  );
}

type ClearProps = { bounce: Bounce; mailId: string; result?: FormResult | undefined };

/** The open email shows the reason. */
export function ClearBounceForm({ bounce, mailId, result }: ClearProps) {
  const ownResult = intentOf(result) === "works-again" ? result : undefined;
  return (
    <div className="border-b border-line">
      <Notice kind="warning" title={titleOf(bounce)}>
        {bounce.mailId !== mailId && <p className="wrap-anywhere">{bounce.reason}</p>}
        <p>
          Emails about orders are still sent there. Marketing emails wait until one of them arrives.
        </p>
        <ButtonForm result={ownResult} className="mt-3 space-y-3">
          <input type="hidden" name="mail" value={mailId} />
          <Button type="submit" name="intent" value="works-again" variant="secondary">
            This address works again
          </Button>
        </ButtonForm>
      </Notice>
    </div>
  );
}
