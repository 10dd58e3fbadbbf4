const ACCEPTED = "invitation";

/** The sign-in that follows an accepted invitation, which says that the account is made. */
export const ACCEPTED_PATH = `/login?done=${ACCEPTED}`;

/** Whether the sign-in follows an accepted invitation. */
export const isAfterInvitation = (search: URLSearchParams): boolean =>
  search.get("done") === ACCEPTED;
