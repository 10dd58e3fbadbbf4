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

/** What emails about an order share. */
export const sampleOrder = (facts: SampleFacts) => ({
  ...facts,
  orderNumber: "8A6E0804…",
  orderUrl: `${facts.siteUrl}/profile/orders`,
  addressLines: ["Asha Persaud", "12 Camp Street", "Georgetown", "Guyana"],
});

/** What samples are written with: the shop's present facts and one of its images. */
export type SampleFacts = EmailSite & {
  contactEmail: string;
  /** The atelier's postal address as the settings have it. */
  shopAddress: string;
  image: { src: string; alt: string } | null;
};

/** Describes one kind of email. The outbox, the previews, the samples and the mailer derive from it. */
type EmailDescription<Input extends EmailSite> = {
  /** Stored with every email of this kind. Never changes; its words are the label. */
  kind: string;
  /** The topic a customer may unsubscribe from. Left out for emails that are owed and always sent. */
  topic?: EmailTopic;
  /** True for emails that grant access to an account: they go to their own mailbox only. */
  isPrivate?: true;
  compose: (input: Input) => EmailContent;
  sample: (facts: SampleFacts) => Input;
};

/** An email ready for the outbox. */
export type OutboxEmail = RenderedEmail & { kind: string; topic: EmailTopic | null };

/** One kind of email: called with its input, it composes and renders the email. */
export type Email<Input = never> = ((input: Input) => OutboxEmail) & {
  readonly kind: string;
  readonly isPrivate: boolean;
  /** The email with made-up input, for the previews. */
  readonly sample: (facts: SampleFacts) => OutboxEmail;
};

/** Turns the description of an email into the function that writes it. Every email must be listed in app/admin/emails/email-registry. */
export function defineEmail<Input extends EmailSite>(
  description: EmailDescription<Input>,
): Email<Input> {
  const { kind, topic = null, isPrivate = false, compose, sample } = description;
  const write = (input: Input): OutboxEmail => ({
    ...renderEmail(compose(input), input),
    kind,
    topic,
  });
  return Object.assign(write, {
    kind,
    isPrivate,
    sample: (facts: SampleFacts) => write(sample(facts)),
  });
}

/** All emails the shop writes, by kind. */
export type EmailRegistry = ReadonlyMap<string, Email>;

/** Whether an email of this kind may only go to its own mailbox. Kinds that are no longer registered count as private. */
export function isPrivateEmail(emails: EmailRegistry, kind: string): boolean {
  return emails.get(kind)?.isPrivate ?? true;
}
