import type { MailRoute } from "#features/base/mail/outbox.ts";
import { emailedText } from "#features/base/mail/outbox.ts";
import type {
  OrderCodeRefusal,
  SendOrderCodeFailure,
} from "#features/orders/order/order-code.server.ts";

/** Why a code was not sent, or did not open anything. */
export type CodeProblem = OrderCodeRefusal | Exclude<SendOrderCodeFailure, "not_found">;

/** What went wrong with a code, and what helps. */
export const codeMessages: Readonly<Record<CodeProblem, string>> = {
  wrong: "This is not the code that belongs to this browser. Please check the newest email.",
  expired: "This code has ended or was used already. Please send a new one.",
  too_many_tries: "This code was wrong too often, so it has ended. Please send a new one.",
  no_cookie:
    "This browser did not keep the cookie that belongs to the code. Please allow cookies for this shop and send a new code.",
  too_many_codes:
    "Several codes were made in the last hour. Please use the newest one, or wait an hour. If no email arrives, write to us.",
  others_requested:
    "Codes for this order were asked for from several places in the last hour. Please ask for yours in the browser in which you ordered, wait an hour, or write to us.",
};

/** Says to which mailbox a code went, or that it went nowhere. */
export const codeSentMessage = (sentTo: string, mailRoute: MailRoute): string =>
  emailedText(
    `We sent an email to ${sentTo}. Its six digits work once, within ten minutes, in this browser; if the order belongs to an account with a second step, the email says how to go on instead. Nothing there? Look into the spam folder, or send a new code.`,
    mailRoute,
  );
