import type { EmailTopic } from "#features/identity/email-preferences.ts";
import type { EmailContent, EmailSite, RenderedEmail } from "./render-email.ts";
import { renderEmail } from "./render-email.ts";

export const SAMPLE_CUSTOMER = "asha@example.com";
export const SAMPLE_DATE = new Date("2026-11-20T14:00:00Z");

export const sampleGown = {
  name: "Kaieteur Gown",
  size: "Custom",
  colorName: "Ivory",
  quantity: 1,
};
export const sampleTie = {
  name: "Silk Tie",
  size: "One Size",
  colorName: "Hibiscus",
  quantity: 2,
};

export const sampleOrder = (facts: SampleFacts) => ({
  ...facts,
  orderNumber: "8A6E0804",
  orderUrl: `${facts.siteUrl}/profile/orders`,
  addressLines: ["Asha Persaud", "12 Camp Street", "Georgetown", "Guyana"],
});

export type SampleFacts = EmailSite & {
  contactEmail: string;
  shopAddress: string;
  image: { src: string; alt: string } | null;
};

/** Describes one kind of email. The outbox, the previews, the samples and the mailer derive from it. */
type EmailDescription<Input extends EmailSite> = {
  /** Stored with every email, so it never changes; its text is the label. */
  kind: string;
  /** What a customer may unsubscribe from; absent for emails that are always sent. */
  topic?: EmailTopic;
  /** For emails that grant access to an account: they go to their own recipient only. */
  isPrivate?: true;
  /** For emails whose link opens an account once: their content is removed when their delivery has ended. */
  hasOneTimeLink?: true;
  compose: (input: Input) => EmailContent;
  sample: (facts: SampleFacts) => Input;
};

export type OutboxEmail = RenderedEmail & { kind: string; topic: EmailTopic | null };

export type Email<Input = never> = ((input: Input) => OutboxEmail) & {
  readonly kind: string;
  readonly isPrivate: boolean;
  readonly hasOneTimeLink: boolean;
  /** For previews. */
  readonly sample: (facts: SampleFacts) => OutboxEmail;
};

/** Makes an email's rendering function. List every email in app/admin/emails/email-registry. */
export function defineEmail<Input extends EmailSite>(
  description: EmailDescription<Input>,
): Email<Input> {
  const { kind, topic = null, compose, sample } = description;
  const write = (input: Input): OutboxEmail => ({
    ...renderEmail(compose(input), input),
    kind,
    topic,
  });
  return Object.assign(write, {
    kind,
    isPrivate: description.isPrivate ?? false,
    hasOneTimeLink: description.hasOneTimeLink ?? false,
    sample: (facts: SampleFacts) => write(sample(facts)),
  });
}

export type EmailRegistry = ReadonlyMap<string, Email>;

/** The kinds whose content is removed when their delivery has ended. */
export function kindsWithOneTimeLink(emails: EmailRegistry): string[] {
  return [...emails.values()].filter((email) => email.hasOneTimeLink).map(({ kind }) => kind);
}

/** Whether an email of this kind may go to its own recipient only; true for unregistered kinds. */
export function isPrivateEmail(emails: EmailRegistry, kind: string): boolean {
  return emails.get(kind)?.isPrivate ?? true;
}
