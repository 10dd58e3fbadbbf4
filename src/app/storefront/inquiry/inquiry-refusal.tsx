import { useOutletContext } from "react-router";
import type { InquiryFormResult } from "#features/inbox/inquiry-form-result.ts";
import { INQUIRY_MESSAGES } from "#features/inbox/inquiry-form-result.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import { Notice } from "#ui/notice.tsx";

type Props = { answer: InquiryFormResult | null; className?: string };

/** Why an inquiry was not taken, with the shop's number and address for whoever wants a person now. */
export function InquiryRefusal({ answer, className }: Props) {
  const { general } = useOutletContext<SiteShell>();
  if (answer === null || answer.status === "sent") return null;
  if (answer.status === "invalid") {
    return (
      <Notice kind="error" live title={INQUIRY_MESSAGES.invalidTitle} className={className}>
        {INQUIRY_MESSAGES.kept}
      </Notice>
    );
  }
  return (
    <Notice kind="error" live title={answer.title} className={className}>
      <p>
        {answer.reason} {INQUIRY_MESSAGES.kept}
      </p>
      <p className="flex flex-wrap gap-x-5">
        <a className="link py-1" href={`tel:${general.contactPhone.replace(/[^+\d]/g, "")}`}>
          {general.contactPhone}
        </a>
        <a className="link py-1" href={`mailto:${general.contactEmail}`}>
          {general.contactEmail}
        </a>
      </p>
    </Notice>
  );
}
