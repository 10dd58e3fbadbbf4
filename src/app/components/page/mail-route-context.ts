import { createContext, use } from "react";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { staffEmailText } from "#features/base/mail/outbox.ts";

/** How emails leave the shop, for what a page says of them; the frame of the admin and of the account provides it, or the page. */
export const MailRouteContext = createContext<MailRoute>({ toFiles: false });

/** What a page of the staff says of an email: the sentence, or the truth where no mail server takes it. */
export function useEmailText(): (sent: string) => string {
  const route = use(MailRouteContext);
  return (sent) => staffEmailText(sent, route);
}
