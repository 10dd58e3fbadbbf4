import { refusedAccessEmail } from "#features/base/identity/refused-access-email.ts";
import { ownWayInChangedEmail, waysInChangedEmail } from "#features/base/identity/ways-in-email.ts";
import type { Email, EmailRegistry } from "#features/base/mail/email.ts";
import { measureMeEmail } from "#features/body/measurement/measure-me-email.ts";
import { lowStockEmail, restockAlertEmail } from "#features/catalog/inventory/stock-email.ts";
import {
  alterationDecidedEmail,
  alterationNoticeEmail,
  alterationRequestedEmail,
  alterationStepEmail,
  fitQuestionEmail,
} from "#features/garments/alterations/alteration-email.ts";
import {
  customerDeletedNotice,
  garmentApprovedEmail,
  garmentCancelledNotice,
  garmentChangedEmail,
  garmentChangedNotice,
  garmentFinishedEmail,
} from "#features/garments/production/production-email.ts";
import {
  proposalEmail,
  proposalResponseEmail,
  remeasuredNotice,
} from "#features/garments/proposals/proposal-email.ts";
import {
  alreadyRegisteredEmail,
  confirmEmailEmail,
  goodbyeEmail,
  passwordChangedEmail,
  providerJoinedEmail,
  resetPasswordEmail,
  signedOutEmail,
} from "#features/office/customers/account-email.ts";
import { factorRemovedEmail, removalCodeEmail } from "#features/office/customers/factor-email.ts";
import {
  inquiryEmail,
  inquiryReceiptEmail,
  messageEmails,
  replyEmail,
} from "#features/office/inbox/inbox-email.ts";
import { dueWorkEmail } from "#features/office/reports/due-work-email.ts";
import {
  healthProblemEmail,
  healthRestoredEmail,
} from "#features/office/reports/shop-health-email.ts";
import { newDeviceEmail, staffInvitationEmail } from "#features/office/staff/staff-email.ts";
import { orderCodeEmail } from "#features/orders/order/order-code-email.ts";
import { storeCreditEmail } from "#features/orders/store-credit/store-credit-email.ts";
import { bankTransferEmail } from "#features/sales/checkout/bank-transfer-email.ts";
import { donationReceiptEmail } from "#features/sales/donations/donation-receipt-email.ts";
import { promiseChangedEmail } from "#features/sales/fulfillment/promise-email.ts";
import {
  addressChangedEmail,
  deliveredEmail,
  shippedEmail,
} from "#features/sales/fulfillment/shipment-email.ts";
import { itemsCancelledNotice } from "#features/sales/payments/cancel-email.ts";
import {
  depositOwedEmail,
  depositReceivedEmail,
  depositUndoneEmail,
  transferEndedEmail,
  transferLateEmail,
} from "#features/sales/payments/deposit-email.ts";
import { orderConfirmationEmail } from "#features/sales/payments/order-confirmation-email.ts";
import {
  payoutAccountEmail,
  refundEmail,
  refundFailedEmail,
  refundPromisedEmail,
} from "#features/sales/payments/refund-email.ts";
import {
  returnDeclinedEmail,
  returnEmail,
  returnExchangedEmail,
  returnNoticeEmail,
  returnReceivedEmail,
} from "#features/sales/returns/return-email.ts";

const emails: readonly Email[] = [
  bankTransferEmail,
  depositReceivedEmail,
  depositUndoneEmail,
  depositOwedEmail,
  transferEndedEmail,
  transferLateEmail,
  orderConfirmationEmail,
  orderCodeEmail,
  shippedEmail,
  deliveredEmail,
  addressChangedEmail,
  promiseChangedEmail,
  refundPromisedEmail,
  payoutAccountEmail,
  refundEmail,
  refundFailedEmail,
  storeCreditEmail,
  proposalEmail,
  proposalResponseEmail,
  remeasuredNotice,
  garmentApprovedEmail,
  garmentFinishedEmail,
  garmentCancelledNotice,
  itemsCancelledNotice,
  customerDeletedNotice,
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
  signedOutEmail,
  ownWayInChangedEmail,
  removalCodeEmail,
  factorRemovedEmail,
  goodbyeEmail,
  newDeviceEmail,
  staffInvitationEmail,
  waysInChangedEmail,
  refusedAccessEmail,
];

/** The emails are in preview order. A test compares it with the `*-email.ts` files. */
export const emailRegistry: EmailRegistry = new Map(emails.map((email) => [email.kind, email]));
