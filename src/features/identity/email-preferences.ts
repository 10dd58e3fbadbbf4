/** The two optional kinds of email (specification 2, Settings). All others are always sent. */
export const EMAIL_TOPICS = ["email-notifications", "order-updates"] as const;

export type EmailTopic = (typeof EMAIL_TOPICS)[number];

export type EmailPreferences = {
  readonly emailNotifications: boolean;
  readonly orderUpdates: boolean;
};

/** Whether the preferences allow an email of this topic. */
export function isSubscribed(wishes: EmailPreferences, topic: EmailTopic): boolean {
  return topic === "order-updates" ? wishes.orderUpdates : wishes.emailNotifications;
}

/** The topic as the settings name it. */
export function emailTopicLabel(topic: EmailTopic): string {
  return topic === "order-updates" ? "Order Updates" : "Email Notifications";
}
