/** These emails are optional (specification 2, Settings). */
export const EMAIL_TOPICS = ["email-notifications", "order-updates"] as const;

export type EmailTopic = (typeof EMAIL_TOPICS)[number];

export type EmailPreferences = {
  readonly emailNotifications: boolean;
  readonly orderUpdates: boolean;
};

/** Whether the customer receives this topic (specification 2, Settings). */
export function isSubscribed(preferences: EmailPreferences, topic: EmailTopic): boolean {
  return topic === "order-updates" ? preferences.orderUpdates : preferences.emailNotifications;
}

export function emailTopicLabel(topic: EmailTopic): string {
  return topic === "order-updates" ? "Order Updates" : "Email Notifications";
}
