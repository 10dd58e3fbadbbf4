/** Providers that sign in a customer without a password (decision A5). */
export const SOCIAL_PROVIDERS = ["google", "apple"] as const;

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

const names: Record<SocialProvider, string> = { google: "Google", apple: "Apple" };

/** The provider's name for display. */
export function socialProviderName(provider: SocialProvider): string {
  return names[provider];
}

/** Whether a text names one of the providers. */
export function isSocialProvider(text: string | undefined): text is SocialProvider {
  return SOCIAL_PROVIDERS.some((provider) => provider === text);
}
