/** Why a step of a parcel stays as it is. */
export const UNDO_OBSTACLE_MESSAGES = {
  returned: "A return was announced since, and its days were counted by this step: it stays.",
  refunded: "Money went back since: this step stays as it is.",
  delivered: "This parcel has arrived. Take that back first.",
} as const;

/** What stands above the order when the mail about a step that was taken back is out. */
export const MAIL_IS_OUT =
  "The mail about it is out already. The order's page tells the customer how it is; write to them if they wait for it.";
