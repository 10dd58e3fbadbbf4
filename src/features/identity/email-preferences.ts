/** The two kinds of mail a customer may do without (specification 2, Settings); everything else is owed and always sent. */
export const EMAIL_TOPICS = ["email-notifications", "order-updates"] as const;

export type EmailTopic = (typeof EMAIL_TOPICS)[number];

/** Which of them a customer wants. */
export type EmailPreferences = {
  readonly emailNotifications: boolean;
  readonly orderUpdates: boolean;
};

/** Whether the wishes allow a mail of this topic. */
export function isSubscribed(wishes: EmailPreferences, topic: EmailTopic): boolean {
  return topic === "order-updates" ? wishes.orderUpdates : wishes.emailNotifications;
}

/** The topic as the settings name it. */
export function emailTopicLabel(topic: EmailTopic): string {
  return topic === "order-updates" ? "Order Updates" : "Email Notifications";
}
