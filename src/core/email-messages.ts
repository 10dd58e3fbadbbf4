/** What every form says of a text that is no email. */
export const NO_EMAIL_MESSAGE = "Please enter a valid email address, like name@example.com.";

/** What every form says of an email that only servers with SMTPUTF8 deliver to (RFC 6531), which many are not. */
export const FEW_SERVERS_MESSAGE =
  "Please use an email address with no letters but a to z before the @: many mail servers deliver to no others.";
