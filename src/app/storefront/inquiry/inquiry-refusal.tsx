import { useOutletContext } from "react-router";
import type { InquiryAnswer } from "#features/inbox/inquiry-answer.ts";
import { INQUIRY_WORDS } from "#features/inbox/inquiry-answer.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import { Notice } from "#ui/notice.tsx";

type Props = { answer: InquiryAnswer | null; className?: string };

/** Why an inquiry was not taken, with the shop's number and address for whoever wants a person now. */
export function InquiryRefusal({ answer, className }: Props) {
  const { general } = useOutletContext<SiteShell>();
  if (answer === null || answer.status === "sent") return null;
  if (answer.status === "invalid") {
    return (
      <Notice kind="error" live title={INQUIRY_WORDS.invalidTitle} className={className}>
        {INQUIRY_WORDS.kept}
      </Notice>
    );
  }
  return (
    <Notice kind="error" live title={answer.title} className={className}>
      <p>
        {answer.reason} {INQUIRY_WORDS.kept}
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
