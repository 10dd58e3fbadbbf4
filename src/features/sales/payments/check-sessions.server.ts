import { and, eq, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { payments } from "#db/schema/payments.server.ts";
import { notePaymentTrouble } from "#features/base/settings/payment-trouble.server.ts";
import { isProviderError } from "#platform/payment-trouble.ts";
import type { Settlement, SettlementDeps } from "./payment-records.server.ts";
import { settleSession } from "./settle-session.server.ts";

/** All processes ask about a session at most this often (ADR 0016). */
export const SESSION_CHECK_MS = 3_000;

/**
 * Whether the provider may be asked now, once per SESSION_CHECK_MS. False for an unknown session. A time
 * ahead of the clock, from a wrong clock, blocks nothing.
 */
async function claim(
  { db, clock }: Pick<SettlementDeps, "db" | "clock">,
  sessionId: string,
  column: "checkedAt" | "endRequestedAt",
): Promise<boolean> {
  const now = clock.now();
  const before = new Date(now.getTime() - SESSION_CHECK_MS);
  const after = new Date(now.getTime() + SESSION_CHECK_MS);
  const last = payments[column];
  const claimed = await db
    .update(payments)
    .set({ [column]: now })
    .where(
      and(eq(payments.sessionId, sessionId), or(isNull(last), lte(last, before), gt(last, after))),
    )
    .returning({ id: payments.id });
  return claimed.length > 0;
}

/** Whether a request to end a session may reach the provider; the sweep does not ask. */
export function claimSessionEnd(
  deps: Pick<SettlementDeps, "db" | "clock">,
  sessionId: string,
): Promise<boolean> {
  return claim(deps, sessionId, "endRequestedAt");
}

type OpenSession = { provider: string; sessionId: string };

/**
 * Asks about a session and applies its state. 'recent' when asked within SESSION_CHECK_MS, null when unknown
 * to the provider. Throws when it cannot be asked.
 */
export async function checkSession(
  deps: SettlementDeps,
  { provider: name, sessionId }: OpenSession,
): Promise<Settlement | "recent" | null> {
  if (!(await claim(deps, sessionId, "checkedAt"))) return "recent";
  const provider = await deps.payments.of(name);
  const session = await provider.readSession(sessionId);
  return session && ((await settleSession(deps, provider.name, session)) ?? "unchanged");
}

/** The next run is a minute later; the provider's lists hold the rest. */
const MAX_CHECKED = 600;

/** Far below Stripe's limit per second. */
const MAX_CONCURRENT = 8;

/** The bounds of the index `payments_open_sessions`. */
const isOpen = and(
  sql`status in ('pending', 'processing')`,
  sql`method in ('stripe', 'test')`,
  isNotNull(payments.sessionId),
);

/**
 * Asks the provider about open sessions, longest unasked first, so that a lost message completes an order
 * within two minutes. An unreachable provider is asked in the next run. Returns how many messages were found.
 */
export async function checkOpenSessions(deps: SettlementDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - SESSION_CHECK_MS);
  const { checkedAt, provider, sessionId } = payments;
  const open = await deps.db
    .select({ provider, sessionId })
    .from(payments)
    .where(and(isOpen, or(isNull(checkedAt), lte(checkedAt, before))))
    .orderBy(sql`${checkedAt} nulls first`)
    .limit(MAX_CHECKED);
  const away = new Set<string>();
  let found = 0;
  const check = async (session: OpenSession) => {
    if (away.has(session.provider)) return;
    try {
      const settled = await checkSession(deps, session);
      if (settled === "completed" || settled === "released" || settled === "under_review")
        found += 1;
    } catch (error) {
      if (isProviderError(error) && error.trouble !== "refused") away.add(session.provider);
      await notePaymentTrouble(deps, error);
      deps.logger.warn({ err: error, provider: session.provider }, "payments: session not checked");
    }
  };
  const waiting = open.flatMap(({ provider, sessionId }) =>
    sessionId === null ? [] : [{ provider, sessionId }],
  );
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await check(next);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  return found;
}
