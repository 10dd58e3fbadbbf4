import type { AppDeps } from "#app/web/context.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { atNight } from "#features/mail/mail-colors.ts";
import type { RenderedMail } from "#features/mail/mail-document.ts";
import type { MailKind } from "#features/mail/mail-kinds.ts";
import { MAIL_KINDS } from "#features/mail/mail-kinds.ts";
import { mailKindLabel, previewDocument } from "#features/mail/outbox.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/media/image-url.ts";
import type { SampleContext } from "./sample-mails.ts";
import { sampleMails } from "./sample-mails.ts";

type Deps = Pick<AppDeps, "db" | "publicUrl" | "siteFacts">;

/** A kind of mail with its sample, ready for its frames. */
export type MailSample = {
  kind: MailKind;
  name: string;
  isNight: boolean;
  subject: string;
  text: string;
  document: string;
  /** Where a sample goes unless another address is typed. */
  contactEmail: string;
};

/** The kind that an address asks for; the first of them where it asks for none there is. */
export function readKind(text: string | null): MailKind {
  return MAIL_KINDS.find((kind) => kind === text) ?? MAIL_KINDS[0];
}

async function placeOf({ db, publicUrl, siteFacts }: Deps): Promise<SampleContext> {
  const { general } = (await siteFacts()).shell;
  const { home } = await findHeroes(db, ["home"]);
  return {
    siteName: general.siteName,
    siteUrl: publicUrl,
    contactEmail: general.contactEmail,
    shopAddress: general.address,
    picture: home && {
      src: `${publicUrl}${imagePath(home.id, SOCIAL_IMAGE_WIDTH, "jpg")}`,
      alt: home.alt,
    },
  };
}

/** One sample as it would be sent now, for an admin. */
export async function writeSample(
  deps: Deps,
  input: { actor: Actor; kind: MailKind },
): Promise<Result<RenderedMail, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  return ok(sampleMails[input.kind](await placeOf(deps)));
}

/** What the page of the mails shows: a kind by day or at night, for an admin. */
export async function loadMails(
  deps: Deps,
  input: { actor: Actor; params: URLSearchParams },
): Promise<Result<MailSample, "forbidden">> {
  const kind = readKind(input.params.get("kind"));
  const written = await writeSample(deps, { actor: input.actor, kind });
  if (!written.ok) return written;
  const { subject, text, html } = written.value;
  const isNight = input.params.get("light") === "night";
  const { general } = (await deps.siteFacts()).shell;
  return ok({
    kind,
    name: mailKindLabel(kind),
    isNight,
    subject,
    text,
    document: previewDocument(isNight ? atNight(html) : html),
    contactEmail: general.contactEmail,
  });
}
