/** Customers may sign in with these (decision A5). */
export const SOCIAL_PROVIDERS = ["google", "apple"] as const;

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

const names: Record<SocialProvider, string> = { google: "Google", apple: "Apple" };

export function socialProviderName(provider: SocialProvider): string {
  return names[provider];
}

export function isSocialProvider(text: string | undefined): text is SocialProvider {
  return SOCIAL_PROVIDERS.some((provider) => provider === text);
}
