import type { EmailTopic } from "#features/base/identity/email-preferences.ts";
import type {
  EmailContent,
  EmailGreeting,
  EmailSite,
  NoGreeting,
  RenderedEmail,
} from "./render-email.ts";
import { greetingText, renderEmail } from "./render-email.ts";

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
  customerName: "Asha Persaud",
  orderNumber: "8A6E0804",
  orderUrl: `${facts.siteUrl}/profile/orders`,
  addressLines: ["Asha Persaud", "12 Camp Street", "Georgetown", "Guyana"],
});

export type SampleFacts = EmailSite & {
  contactEmail: string;
  shopAddress: string;
  image: { src: string; alt: string } | null;
};

/** One kind of email; outbox, previews, samples and mailer derive from it. */
type EmailDescription<Input extends EmailSite> = {
  /** Stored with emails and shown as their label, so it never changes. */
  kind: string;
  /** What one may unsubscribe from; absent when always sent. */
  topic?: EmailTopic;
  /** Grants access to an account, so only its own recipient may read it. */
  isPrivate?: true;
  /** Opens an account once: removed after delivery. */
  hasOneTimeLink?: true;
  /** Of every email to a customer: it begins with "Dear Asha Persaud," or, where no name is known, with "Hello,". */
  greets?: true;
  compose: (input: Input) => EmailContent;
  sample: (facts: SampleFacts) => Input;
};

export type OutboxEmail = RenderedEmail & { kind: string; topic: EmailTopic | null };

export type Email<Input = never> = ((input: Input) => OutboxEmail) & {
  readonly kind: string;
  readonly topic: EmailTopic | null;
  readonly isPrivate: boolean;
  readonly hasOneTimeLink: boolean;
  /** Previews show it. */
  readonly sample: (facts: SampleFacts) => OutboxEmail;
};

/**
 * Makes an email's renderer. One to a customer `greets`; where a name can be known it has `EmailGreeting` in its input, and everybody who
 * sends it says whom. List every email in features/office/emails/email-registry.
 */
export function defineEmail<Input extends EmailSite & EmailGreeting>(
  description: EmailDescription<Input> & { greets: true },
): Email<Input>;
export function defineEmail<Input extends EmailSite>(
  description: EmailDescription<Input & NoGreeting>,
): Email<Input & NoGreeting>;
export function defineEmail<Input extends EmailSite & Partial<EmailGreeting>>(
  description: EmailDescription<Input>,
): Email<Input> {
  const { kind, topic = null, greets = false, compose, sample } = description;
  const write = (input: Input): OutboxEmail => ({
    ...renderEmail(compose(input), input, greets ? greetingText(input) : ""),
    kind,
    topic,
  });
  return Object.assign(write, {
    kind,
    topic,
    isPrivate: description.isPrivate ?? false,
    hasOneTimeLink: description.hasOneTimeLink ?? false,
    sample: (facts: SampleFacts) => write(sample(facts)),
  });
}

export type EmailRegistry = ReadonlyMap<string, Email>;

/** Kinds whose content is removed after delivery. */
export function kindsWithOneTimeLink(emails: EmailRegistry): string[] {
  return [...emails.values()].filter((email) => email.hasOneTimeLink).map(({ kind }) => kind);
}

/** Kinds that somebody may unsubscribe from with a topic. */
export function kindsOfTopic(emails: EmailRegistry, wanted: EmailTopic): string[] {
  return [...emails.values()].filter(({ topic }) => topic === wanted).map(({ kind }) => kind);
}

/** Whether only the own recipient may get it; true for unregistered kinds. */
export function isPrivateEmail(emails: EmailRegistry, kind: string): boolean {
  return emails.get(kind)?.isPrivate ?? true;
}
