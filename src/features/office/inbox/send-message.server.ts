import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import {
  optionalLine,
  optionalPhone,
  optionalText,
  requiredEmail,
  requiredLine,
  requiredPhone,
  requiredText,
} from "#core/text-schema.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { contactMessages } from "#db/schema/inbox.server.ts";
import { countAttempt, senderKey } from "#features/base/identity/attempts.server.ts";
import { countVisitorEntry } from "#features/base/identity/visitor-entries.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { messageEmails } from "./inbox-email.ts";
import type { MessageField, MessageKind, MessageValues } from "./message-form.ts";
import { MESSAGE_FIELDS, mapMessageFields } from "./message-form.ts";

/** Writes a label as in 'Full name is required'. */
const inSentence = (label: string) => label.charAt(0) + label.slice(1).toLowerCase();

function fieldSchema(name: MessageField): z.ZodType<string> {
  const { format, isRequired, label, maxLength } = MESSAGE_FIELDS[name];
  const text = inSentence(label);
  if (format === "email") return requiredEmail(text);
  if (format === "text") {
    return isRequired ? requiredText(text, maxLength) : optionalText(text, maxLength);
  }
  if (format === "phone") {
    return isRequired ? requiredPhone(text, maxLength) : optionalPhone(text, maxLength);
  }
  return isRequired ? requiredLine(text, maxLength) : optionalLine(text, maxLength);
}

/** Ignores fields that the form lacks. */
const empty = z.unknown().transform(() => "");

const schemaOf = (kind: MessageKind): z.ZodType<MessageValues> =>
  z.object(
    mapMessageFields((name, { kinds }) => (kinds.includes(kind) ? fieldSchema(name) : empty)),
  );

/** The schemas are derived from the forms' fields. */
export const messageSchemas = {
  contact: schemaOf("contact"),
  volunteer: schemaOf("volunteer"),
} satisfies Record<MessageKind, z.ZodType>;

/** Messages are counted per email and network, so that nobody is silenced by what others send in her name. */
export const MESSAGES_AN_HOUR = 5;

const HOUR_MS = 60 * 60 * 1000;
const LIMIT = { most: MESSAGES_AN_HOUR, windowS: HOUR_MS / 1_000 };

/**
 * Stores a message and emails the contact address, in one transaction. The same text within an hour is one
 * message; too many from one email and network, from one network or from all in a day, are refused.
 */
export async function sendMessage(
  deps: EmailDeps,
  input: { kind: MessageKind; values: MessageValues; network: string },
): Promise<Result<{ id: string }, "too_many">> {
  const { kind, network, values } = input;
  const now = deps.clock.now();
  const sender = sql`lower(${values.email})`;
  return inTransaction(deps.db, async (tx) => {
    // The second press finds the first.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('message:' || ${sender}, 0))`,
    );
    const recent = await tx
      .select({
        id: contactMessages.id,
        kind: contactMessages.kind,
        subject: contactMessages.subject,
        message: contactMessages.message,
      })
      .from(contactMessages)
      .where(
        and(
          gt(contactMessages.createdAt, new Date(now.getTime() - HOUR_MS)),
          eq(sql`lower(${contactMessages.email})`, sender),
        ),
      );
    const same = recent.find(
      (row) =>
        row.kind === kind && row.subject === values.subject && row.message === values.message,
    );
    if (same) return ok({ id: same.id });
    const counting = { db: tx, clock: deps.clock };
    const counted = await countAttempt(
      counting,
      senderKey("message", values.email, network),
      LIMIT,
    );
    if (!counted.ok) return fail("too_many" as const);
    const ofDay = await countVisitorEntry({ tx, clock: deps.clock }, { kind: "message", network });
    if (!ofDay.ok) return ofDay;

    const id = newId();
    // Fails to compile without a field's column.
    const columns: Required<Pick<typeof contactMessages.$inferInsert, MessageField>> = values;
    await tx.insert(contactMessages).values({ id, kind, ...columns, createdAt: now });
    const { general } = await getSiteShell(tx);
    await enqueueEmail(tx, deps.jobs, {
      ...messageEmails[kind]({ values, siteName: general.siteName, siteUrl: deps.publicUrl }),
      dedupeKey: `${kind}-message:${id}`,
      recipient: general.contactEmail,
      replyTo: values.email,
    });
    return ok({ id });
  });
}
