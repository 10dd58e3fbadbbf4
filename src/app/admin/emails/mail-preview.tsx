import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { previewDocument } from "#features/mail/outbox.ts";
import type { OutboxMail } from "#features/mail/outbox-queries.server.ts";
import { iconButtonClass } from "#ui/icon-button.tsx";

type Props = {
  mail: OutboxMail;
  /** When it was sent, in words. */
  sent: string | null;
  /** The address of the list without a mail. */
  closeTo: string;
  /** What is known of its address, above its words. */
  notice?: ReactNode;
  /** What can be done with it. */
  children?: ReactNode;
};

const REFUSED = { atOnce: "The host that receives it refused: ", later: "It came back: " };

/** A mail as its reader sees it, in a frame that runs nothing, sends nothing and leads nowhere; and its plain text. */
export function MailPreview({ mail, sent, closeTo, notice, children }: Props) {
  const article = useRef<HTMLElement>(null);
  // The row that was pressed may be far below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every mail opened anew takes the focus
  useEffect(() => article.current?.focus(), [mail.id]);
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-labelledby="mail-subject"
      className="scroll-mt-28 border border-line outline-none lg:scroll-mt-6"
    >
      <header className="flex items-start gap-3 border-b border-line py-3 pr-1 pl-4">
        <div className="min-w-0 grow py-1.5">
          <h2 id="mail-subject" className="font-medium">
            {mail.subject}
          </h2>
          <p className="text-sm break-all text-ink-soft">To {mail.recipient}</p>
          {mail.replyTo && (
            <p className="text-sm break-all text-ink-soft">Answers go to {mail.replyTo}</p>
          )}
          <p className="figures text-sm text-ink-quiet">{sent ? `Sent ${sent}` : "Not sent yet"}</p>
          {mail.lastError && (
            <p
              className={`mt-1 text-sm wrap-anywhere ${mail.status === "sent" ? "text-ink-soft" : "text-hibiscus"}`}
            >
              {mail.status === "bounced" && REFUSED[mail.sentAt ? "later" : "atOnce"]}
              {mail.lastError}
            </p>
          )}
        </div>
        <Link
          to={closeTo}
          preventScrollReset
          aria-label="Close preview"
          className={iconButtonClass}
        >
          <X size={20} aria-hidden="true" />
        </Link>
      </header>
      {notice}
      <iframe
        title={`Mail: ${mail.subject}`}
        srcDoc={previewDocument(mail.htmlBody)}
        sandbox=""
        referrerPolicy="no-referrer"
        className="block h-[36rem] w-full bg-white"
      />
      {children}
      <details className="border-t border-line">
        <summary className="flex min-h-11 items-center px-4 text-sm font-medium hover:text-demerara">
          Plain text
        </summary>
        <pre className="overflow-x-auto px-4 pb-4 text-xs whitespace-pre-wrap">{mail.textBody}</pre>
      </details>
    </article>
  );
}
