/** Names the account whose data a device holds, so that the server says when it was deleted. */
export const ACCOUNT_HEADER = "X-Stored-For";

/** The status of the response then; no error of the page, so that the console stays clean. */
export const ACCOUNT_DELETED = 205;
