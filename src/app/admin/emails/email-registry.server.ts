import {
  alterationDecidedEmail,
  alterationNoticeEmail,
  alterationRequestedEmail,
  alterationStepEmail,
  fitQuestionEmail,
} from "#features/alterations/alteration-email.ts";
import { bankTransferEmail } from "#features/checkout/bank-transfer-email.ts";
import {
  alreadyRegisteredEmail,
  confirmEmailEmail,
  goodbyeEmail,
  passwordChangedEmail,
  providerJoinedEmail,
  resetPasswordEmail,
} from "#features/customers/account-email.ts";
import { donationReceiptEmail } from "#features/donations/donation-receipt-email.ts";
import {
  addressChangedEmail,
  deliveredEmail,
  shippedEmail,
} from "#features/fulfillment/shipment-email.ts";
import {
  inquiryEmail,
  inquiryReceiptEmail,
  messageEmails,
  replyEmail,
} from "#features/inbox/inbox-email.ts";
import { lowStockEmail, restockAlertEmail } from "#features/inventory/stock-email.ts";
import type { Email, EmailRegistry } from "#features/mail/email.ts";
import { measureMeEmail } from "#features/measurement/measure-me-email.ts";
import { orderConfirmationEmail } from "#features/payments/order-confirmation-email.ts";
import { refundEmail, refundFailedEmail } from "#features/payments/refund-email.ts";
import {
  garmentApprovedEmail,
  garmentCancelledNotice,
  garmentChangedEmail,
  garmentChangedNotice,
  garmentFinishedEmail,
} from "#features/production/production-email.ts";
import { proposalEmail, proposalResponseEmail } from "#features/proposals/proposal-email.ts";
import { dueWorkEmail } from "#features/reports/due-work-email.ts";
import { healthProblemEmail, healthRestoredEmail } from "#features/reports/shop-health-email.ts";
import {
  returnDeclinedEmail,
  returnEmail,
  returnExchangedEmail,
  returnNoticeEmail,
  returnReceivedEmail,
} from "#features/returns/return-email.ts";
import { newDeviceEmail, staffInvitationEmail } from "#features/staff/staff-email.ts";
import { storeCreditEmail } from "#features/store-credit/store-credit-email.ts";

const emails: readonly Email[] = [
  bankTransferEmail,
  orderConfirmationEmail,
  shippedEmail,
  deliveredEmail,
  addressChangedEmail,
  refundEmail,
  refundFailedEmail,
  storeCreditEmail,
  proposalEmail,
  proposalResponseEmail,
  garmentApprovedEmail,
  garmentFinishedEmail,
  garmentCancelledNotice,
  fitQuestionEmail,
  alterationRequestedEmail,
  alterationNoticeEmail,
  alterationDecidedEmail,
  alterationStepEmail,
  garmentChangedEmail,
  garmentChangedNotice,
  measureMeEmail,
  returnEmail,
  returnNoticeEmail,
  returnReceivedEmail,
  returnExchangedEmail,
  returnDeclinedEmail,
  inquiryEmail,
  inquiryReceiptEmail,
  messageEmails.contact,
  messageEmails.volunteer,
  replyEmail,
  donationReceiptEmail,
  restockAlertEmail,
  lowStockEmail,
  dueWorkEmail,
  healthProblemEmail,
  healthRestoredEmail,
  confirmEmailEmail,
  alreadyRegisteredEmail,
  resetPasswordEmail,
  passwordChangedEmail,
  providerJoinedEmail,
  goodbyeEmail,
  newDeviceEmail,
  staffInvitationEmail,
];

/** In preview order. A test compares it with the `*-email.ts` files. */
export const emailRegistry: EmailRegistry = new Map(emails.map((email) => [email.kind, email]));
