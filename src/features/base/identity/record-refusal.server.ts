import { and, desc, eq, gt, sql } from "drizzle-orm";
import { clientKeyOf } from "#core/client-key.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { isId } from "#core/ids.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { passkeys, profiles } from "#db/schema/identity.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { notifyOwners } from "./notify-owners.server.ts";
import type {
  RecordedRefusal,
  RefusalFields,
  RefusalKind,
  RefusalRun,
  ResolvedRefusal,
} from "./refusal.ts";
import {
  countAttempts,
  describeRun,
  entriesOfRun,
  findRun,
  isOfRight,
  isPasswordKnown,
  MAX_ENTRIES_AN_HOUR,
  maskedName,
  NO_ACCOUNT,
  planEntry,
  QUIET_MS,
  REFUSALS,
  RUN_MS,
} from "./refusal.ts";
import { refusedAccessEmail } from "./refused-access-email.ts";
import { deviceLabel } from "./sessions.server.ts";

/** How the refused request named an account; a passkey names its holder by the id of its key. */
export type RefusedAccount =
  | { by: "email" | "username" | "credential" | "id"; name: string }
  | { by: "nothing" };

export type Refusal = {
  kind: RefusalKind;
  account: RefusedAccount;
  /** The path of the page, without its query, which may hold a secret. */
  page: string;
  clientIp: string;
  userAgent: string | null;
};

export type RefusalDeps = EmailDeps & { logger: Logger };

/** Refusals that wait to be written in this process; those alike wait as one with a count. */
const MAX_WAITING = 500;

type Waiting = { deps: RefusalDeps; refusal: Refusal; attempts: number };

type Queue = { waiting: Map<string, Waiting>; writing: Promise<void> | null };

const queues = new WeakMap<Database, Queue>();

function queueOf(db: Database): Queue {
  const queue = queues.get(db) ?? { waiting: new Map(), writing: null };
  queues.set(db, queue);
  return queue;
}

function keyOf({ account, clientIp, kind, page }: Refusal): string {
  const name = account.by === "nothing" ? "" : account.name;
  return JSON.stringify([kind, account.by, name, page, clientKeyOf(clientIp)]);
}

/**
 * Writes into Activity that somebody was not let in, or was refused something: whose account, from where, at which page and why,
 * never what was typed (OWASP ASVS 5.0, 16.3.1 to 16.3.3). The owners read of a run once a day by email (6.3.5).
 *
 * It returns at once and never fails: the response is the same, and as fast, whoever was tried and whether or not the database
 * takes the entry. Of a process one refusal is written at a time, so that a flood uses one connection; what is more than five
 * hundred different ones meanwhile is left out.
 */
export function recordRefusal(deps: RefusalDeps, refusal: Refusal): void {
  const queue = queueOf(deps.db);
  const key = keyOf(refusal);
  const alike = queue.waiting.get(key);
  if (alike) alike.attempts += 1;
  else if (queue.waiting.size < MAX_WAITING) {
    queue.waiting.set(key, { deps, refusal, attempts: 1 });
  }
  queue.writing ??= startWriting(queue);
}

function startWriting(queue: Queue): Promise<void> {
  return writeWaiting(queue).finally(() => {
    queue.writing = queue.waiting.size > 0 ? startWriting(queue) : null;
  });
}

/** Resolves when all refusals of this process are written. */
export async function refusalsWritten(db: Database): Promise<void> {
  const queue = queueOf(db);
  while (queue.writing) await queue.writing;
}

async function writeWaiting({ waiting }: Queue): Promise<void> {
  for (const [key, { attempts, deps, refusal }] of waiting) {
    waiting.delete(key);
    try {
      await deps.db.transaction((tx) => writeRefusal(tx, deps, { refusal, attempts }));
    } catch (error) {
      deps.logger.error({ err: error, kind: refusal.kind }, "auth: a refusal was not recorded");
    }
  }
}

type Account = { id: string; name: string; email: string; role: "customer" | "admin" };

/** The account that a refused request named; null when there is none. */
async function findRefusedAccount(db: Queryable, account: RefusedAccount): Promise<Account | null> {
  if (account.by === "nothing") return null;
  const { by } = account;
  const name = account.name.trim();
  if (by === "id" && !isId(name)) return null;
  const conditions = {
    id: () => eq(profiles.id, name),
    email: () => eq(sql`lower(${profiles.email})`, name.toLowerCase()),
    username: () => eq(profiles.username, name.toLowerCase()),
    credential: () =>
      sql`${profiles.id} = (select ${passkeys.userId} from ${passkeys} where ${passkeys.credentialId} = ${name})`,
  };
  const { email, id, name: fullName, role } = profiles;
  const [found] = await db
    .select({ id, name: fullName, email, role })
    .from(profiles)
    .where(conditions[by]());
  return found ?? null;
}

function nameFor(account: Account | null, requested: RefusedAccount): string {
  if (account) return account.role === "admin" ? account.name : account.email;
  const isSubmitted = requested.by === "email" || requested.by === "username";
  return isSubmitted ? maskedName(requested.name) : "an unknown account";
}

async function resolveRefusal(
  tx: Transaction,
  { attempts, refusal }: { refusal: Refusal; attempts: number },
): Promise<{ resolved: ResolvedRefusal; account: Account | null }> {
  const account = await findRefusedAccount(tx, refusal.account);
  const isUnknown = refusal.kind === "password" && account === null;
  const kinds = { admin: "of staff", customer: "of a customer" } as const;
  const resolved: ResolvedRefusal = {
    kind: isUnknown ? "account" : refusal.kind,
    subjectId: account?.id ?? NO_ACCOUNT,
    name: nameFor(account, refusal.account),
    account: account ? kinds[account.role] : "of nobody",
    page: refusal.page,
    clientIp: refusal.clientIp,
    device: deviceLabel(refusal.userAgent),
    attempts,
  };
  return { resolved, account };
}

/** Serializes the processes of a shop, so that a count is exact and a run is reported once. */
const LOCK = 7_402_658;

const NOTIFIED = "told the owners about a run of refusals:";
const REFUSED_SIGN_IN = "was refused as";
const REFUSED_RIGHT = "was refused a page or a change with";

async function listRecent(tx: Transaction, since: Date): Promise<RecordedRefusal[]> {
  const { after, createdAt, id, subjectId } = auditLog;
  const rows = await tx
    .select({ id, subjectId, createdAt, fields: after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, "refusal"),
        gt(createdAt, since),
        sql`${auditLog.action} <> ${NOTIFIED}`,
        sql`${after} is not null`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    // The entries of both sides, and the two that count what is too much.
    .limit(2 * MAX_ENTRIES_AN_HOUR + 2);
  return rows.map(({ fields, ...row }) => ({ ...row, fields: fields as RefusalFields }));
}

/** Writes or counts one refusal; returns the entries of the last hour with it. */
async function writeEntry(
  tx: Transaction,
  { account, now, resolved }: { resolved: ResolvedRefusal; account: Account | null; now: Date },
): Promise<{ recent: RecordedRefusal[]; isBeyondLimit: boolean }> {
  const recent = await listRecent(tx, new Date(now.getTime() - RUN_MS));
  const plan = planEntry(resolved, recent, now);
  if (plan.write === "count") {
    const counted = { attempts: plan.attempts, latestAt: formatMoment(now) };
    await tx
      .update(auditLog)
      .set({ after: sql`${auditLog.after} || ${JSON.stringify(counted)}::jsonb` })
      .where(eq(auditLog.id, plan.entryId));
    const entries = recent.map((entry) =>
      entry.id === plan.entryId
        ? { ...entry, fields: { ...entry.fields, attempts: plan.attempts } }
        : entry,
    );
    return { recent: entries, isBeyondLimit: false };
  }
  const { fields, isBeyondLimit, subjectId } = plan;
  // Of staff it is known who was refused a right; who typed a wrong password is not.
  const actor = isOfRight(resolved.kind) && account?.role === "admin" ? account : null;
  const stranger = isOfRight(resolved.kind) ? "A customer" : "Someone";
  const [written] = await tx
    .insert(auditLog)
    .values({
      actorId: actor?.id ?? null,
      actorName: actor?.name ?? stranger,
      action: isOfRight(resolved.kind) ? REFUSED_RIGHT : REFUSED_SIGN_IN,
      subject: "refusal",
      subjectId,
      after: fields,
      createdAt: now,
    })
    .returning({ id: auditLog.id });
  const entry = { id: written?.id ?? "", subjectId, createdAt: now, fields };
  return { recent: [entry, ...recent], isBeyondLimit };
}

function describeSubject(run: RefusalRun): { subjectId: string; name: string } {
  switch (run.of) {
    case "account":
      return { subjectId: run.userId, name: run.name };
    case "network":
      return { subjectId: `network ${run.network}`, name: run.network };
    case "everywhere":
      return { subjectId: "everywhere", name: "many accounts" };
  }
}

/** The runs of which the owners read within the last day. */
async function listKnownRuns(tx: Transaction, now: Date): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ subjectId: auditLog.subjectId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, "refusal"),
        gt(auditLog.createdAt, new Date(now.getTime() - QUIET_MS)),
        eq(auditLog.action, NOTIFIED),
      ),
    );
  return new Set(rows.map(({ subjectId }) => subjectId));
}

/** Emails the owners, and the holder of the account, what the run is so far; Activity says that it did. */
async function reportRun(
  tx: Transaction,
  deps: EmailDeps,
  { now, recent, run }: { run: RefusalRun; recent: readonly RecordedRefusal[]; now: Date },
): Promise<void> {
  const entries = entriesOfRun(run, recent);
  const attempts = countAttempts(entries);
  const { name, subjectId } = describeSubject(run);
  await tx.insert(auditLog).values({
    actorName: "The shop",
    action: NOTIFIED,
    subject: "refusal",
    subjectId,
    after: { name, attempts },
    createdAt: now,
  });
  await notifyOwners(tx, deps, {
    about: run.of === "account" ? run.userId : null,
    compose: (facts) =>
      refusedAccessEmail({
        ...facts,
        run,
        attempts,
        lines: describeRun(entries),
        isPasswordKnown: isPasswordKnown(entries),
      }),
  });
}

async function writeRefusal(
  tx: Transaction,
  deps: EmailDeps,
  waiting: { refusal: Refusal; attempts: number },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
  const now = deps.clock.now();
  const { account, resolved } = await resolveRefusal(tx, waiting);
  const { isBeyondLimit, recent } = await writeEntry(tx, { resolved, account, now });
  if (!REFUSALS[resolved.kind].isAttempt) return;
  const known = await listKnownRuns(tx, now);
  const isKnown = (run: RefusalRun) => known.has(describeSubject(run).subjectId);
  const everywhere: RefusalRun = { of: "everywhere" };
  const run =
    isBeyondLimit && !isKnown(everywhere) ? everywhere : findRun(resolved, recent, isKnown);
  if (run) await reportRun(tx, deps, { run, recent, now });
}
