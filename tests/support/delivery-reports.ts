export type Returned = {
  to: string;
  /** Null when not returned. */
  messageId: string | null;
  recipient?: string;
  action?: string;
  status?: string;
  diagnostic?: string;
};

const crlf = (lines: readonly (string | null)[]) =>
  Buffer.from(lines.filter((line) => line !== null).join("\r\n"));

const returnedHead = (messageId: string | null, recipient: string) => [
  "Received: from shop.example (shop.example [203.0.113.5])",
  "\tby relay.example (Postfix) with ESMTPS id 4ABC; Fri, 20 Nov 2026 12:00:00 +0000 (UTC)",
  "From: Demerara Atelier <atelier@shop.example>",
  `To: ${recipient}`,
  "Subject: Order Confirmed!",
  messageId === null ? null : `Message-ID: ${messageId}`,
  "MIME-Version: 1.0",
];

/** Postfix: a group per message and per recipient, headers alone (text/rfc822-headers). */
export function postfixReport(of: Returned): Buffer {
  const recipient = of.recipient ?? "asha@example.com";
  const action = of.action ?? "failed";
  const status = of.status ?? "5.1.1";
  const diagnostic =
    of.diagnostic ??
    `smtp; 550 5.1.1 <${recipient}>: Recipient address rejected: User unknown in\r\n    virtual mailbox table`;
  return crlf([
    `Return-Path: <>`,
    `From: MAILER-DAEMON@relay.example (Mail Delivery System)`,
    "Subject: Undelivered Mail Returned to Sender",
    `To: ${of.to}`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=delivery-status;",
    '\tboundary="4ABC.1763640000/relay.example"',
    "",
    "This is a MIME-encapsulated message.",
    "",
    "--4ABC.1763640000/relay.example",
    "Content-Description: Notification",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "I'm sorry to have to tell you that your mail did not arrive.",
    "",
    "--4ABC.1763640000/relay.example",
    "Content-Description: Delivery report",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; relay.example",
    "X-Postfix-Queue-ID: 4ABC",
    "Arrival-Date: Fri, 20 Nov 2026 12:00:00 +0000 (UTC)",
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    `Original-Recipient: rfc822;${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    "Remote-MTA: dns; mx.example.com",
    `Diagnostic-Code: ${diagnostic}`,
    "",
    "--4ABC.1763640000/relay.example",
    "Content-Description: Undelivered Message Headers",
    "Content-Type: text/rfc822-headers",
    "",
    ...returnedHead(of.messageId, recipient),
    "",
    "--4ABC.1763640000/relay.example--",
    "",
  ]);
}

/** Exim: no original recipient; the whole mail as message/rfc822. */
function eximReport(of: Returned): Buffer {
  const recipient = of.recipient ?? "asha@example.com";
  return crlf([
    `X-Failed-Recipients: ${recipient}`,
    "Auto-Submitted: auto-replied",
    "From: Mail Delivery System <Mailer-Daemon@relay.example>",
    `To: ${of.to}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="1aBcDe-eximdsn-99"',
    "MIME-Version: 1.0",
    "Subject: Mail delivery failed: returning message to sender",
    "",
    "--1aBcDe-eximdsn-99",
    "Content-type: text/plain; charset=us-ascii",
    "",
    `  ${recipient}`,
    "    host mx.example.com [198.51.100.7]",
    "",
    "--1aBcDe-eximdsn-99",
    "Content-type: message/delivery-status",
    "",
    "Reporting-MTA: dns; relay.example",
    "",
    `Action: ${of.action ?? "failed"}`,
    `Final-Recipient: rfc822;${recipient}`,
    `Status: ${of.status ?? "5.0.0"}`,
    "Remote-MTA: dns; mx.example.com",
    `Diagnostic-Code: ${of.diagnostic ?? "smtp; 550 5.2.1 The mailbox is disabled"}`,
    "",
    "--1aBcDe-eximdsn-99",
    "Content-type: message/rfc822",
    "",
    ...returnedHead(of.messageId, recipient),
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Thank you for your order with us.",
    "",
    "--1aBcDe-eximdsn-99--",
    "",
  ]);
}

/** Exchange: HTML and base64; rewrites the mail. */
function exchangeReport(of: Returned): Buffer {
  const recipient = of.recipient ?? "asha@example.com";
  const story = Buffer.from("<p>Your message couldn't be delivered.</p>").toString("base64");
  return crlf([
    "From: <postmaster@example.com>",
    `To: <${of.to}>`,
    "MIME-Version: 1.0",
    "X-MS-Exchange-Message-Is-Ndr:",
    "Content-Language: en-US",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_ndr_1f2e"',
    "In-Reply-To: <somebody@else.example>",
    "Subject: Undeliverable: Order Confirmed!",
    "Auto-Submitted: auto-generated",
    "",
    "--=_ndr_1f2e",
    'Content-Type: multipart/alternative; differences=Content-Type; boundary="=_alt_3c4d"',
    "",
    "--=_alt_3c4d",
    "Content-Type: text/html; charset=Windows-1252",
    "Content-Transfer-Encoding: base64",
    "",
    story,
    "--=_alt_3c4d--",
    "",
    "--=_ndr_1f2e",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns;MX01.example.com",
    "Received-From-MTA: dns;relay.example",
    "Arrival-Date: Fri, 20 Nov 2026 12:00:03 +0000",
    "",
    `Original-Recipient: rfc822;${recipient}`,
    "Final-Recipient: rfc822;elsewhere@example.net",
    `Action: ${of.action ?? "failed"}`,
    `Status: ${of.status ?? "5.1.10"}`,
    `Diagnostic-Code: ${of.diagnostic ?? "smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup"}`,
    "",
    "--=_ndr_1f2e",
    "Content-Type: message/rfc822",
    "",
    ...returnedHead(null, recipient),
    of.messageId === null ? null : `Message-ID:`,
    of.messageId === null ? null : `\t${of.messageId}`,
    "",
    "--=_ndr_1f2e--",
  ]);
}

/** Gmail: images, several lines, an Action with a comment. */
function gmailReport(of: Returned): Buffer {
  const recipient = of.recipient ?? "asha@example.com";
  return crlf([
    `Delivered-To: ${of.to}`,
    "From: Mail Delivery Subsystem <mailer-daemon@mail.example>",
    `To: ${of.to}`,
    "Auto-Submitted: auto-replied",
    "Subject: Delivery Status Notification (Failure)",
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; boundary=0000000000; report-type=delivery-status",
    "",
    "--0000000000",
    'Content-Type: multipart/related; boundary="1111111111"',
    "",
    "--1111111111",
    'Content-Type: text/plain; charset="UTF-8"',
    "",
    "** Address not found **",
    "--1111111111",
    'Content-Type: image/png; name="icon.png"',
    "Content-Transfer-Encoding: base64",
    "Content-ID: <icon.png>",
    "",
    "iVBORw0KGgo=",
    "--1111111111--",
    "",
    "--0000000000",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mail.example",
    "X-Original-Message-ID: <ignored@mail.example>",
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${of.action ?? "failed"}`,
    `Status: ${of.status ?? "5.1.1"}`,
    `Diagnostic-Code: ${of.diagnostic ?? "smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n 550-5.1.1 double-checking the address for typos.\r\n 550 5.1.1 Thank you"}`,
    "",
    "--0000000000",
    "Content-Type: message/rfc822",
    "",
    ...returnedHead(of.messageId, recipient),
    "",
    "--0000000000--",
  ]);
}

export const reportWriters = {
  Postfix: postfixReport,
  Exim: eximReport,
  Exchange: exchangeReport,
  Gmail: gmailReport,
} as const;

/** No delivery report. */
export function vacationReply(of: Returned): Buffer {
  return crlf([
    "From: Asha Persaud <asha@example.com>",
    `To: ${of.to}`,
    "Subject: Out of office: Order Confirmed!",
    "Auto-Submitted: auto-replied",
    "X-Auto-Response-Suppress: All",
    `In-Reply-To: ${of.messageId}`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Action: failed",
    "Status: 5.1.1",
    "",
    "I am away until Monday.",
  ]);
}

/** Another kind (RFC 8098). */
export function readReceipt(of: Returned): Buffer {
  return crlf([
    "From: asha@example.com",
    `To: ${of.to}`,
    "Subject: Read: Order Confirmed!",
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
    "",
    "--b",
    "Content-Type: message/disposition-notification",
    "",
    "Final-Recipient: rfc822;asha@example.com",
    `Original-Message-ID: ${of.messageId}`,
    "Disposition: manual-action/MDN-sent-manually; displayed",
    "--b--",
  ]);
}
