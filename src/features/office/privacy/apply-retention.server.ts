import { DAY_MS } from "#core/duration.ts";
import type { Database } from "#db/client.server.ts";
import { removeOldValues } from "#features/base/audit/old-values.server.ts";
import { recordShopChange } from "#features/base/audit/record-change.server.ts";
import { deleteOldSignIns } from "#features/base/identity/old-sign-ins.server.ts";
import type { EmailRegistry } from "#features/base/mail/email.ts";
import { removeOldEmails } from "#features/base/mail/old-emails.server.ts";
import type { SectionValues } from "#features/base/settings/settings-sections.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { deleteUnsharedMeasurements } from "#features/body/links/measure-by-link.server.ts";
import { DAYS_AFTER_DELIVERY } from "#features/body/measurement/measurement-profile.ts";
import { deleteOrderedProfiles } from "#features/body/measurement/profiles.server.ts";
import { deleteOldRestockAlerts } from "#features/catalog/inventory/restock-alerts.server.ts";
import { reduceDeliveredContracts } from "#features/garments/contract/reduce-contracts.server.ts";
import { deleteOldSpecifications } from "#features/garments/specification/old-specifications.server.ts";
import { eraseUnpaidOrders } from "#features/office/customers/erase-orders.server.ts";
import { deleteOldEntries } from "#features/office/inbox/old-entries.server.ts";
import { deleteOldPersonSearches } from "#features/orders/order/list/order-views.server.ts";
import { deleteOldCartLines } from "#features/sales/cart/sync/old-carts.server.ts";
import { eraseUnpaidDonations } from "#features/sales/donations/old-donations.server.ts";
import { removeOldEventPayloads } from "#features/sales/payments/old-payment-events.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Logger } from "#platform/logger.server.ts";

/** So that locks are short. */
const BATCH = 500;

export type RetentionKind = keyof SectionValues["privacy"];

/** How many records of each kind were removed or anonymized; `measurements`: people whose own period ended. */
export type RetentionCounts = Record<RetentionKind | "measurements", number>;

type RetentionDeps = {
  db: Database;
  clock: Clock;
  logger: Logger;
  emails: EmailRegistry;
  deleteEmailFiles: (before: Date) => Promise<number>;
  /** After the current batch; the next night continues. */
  isStopping: () => boolean;
};

/** A step erases one batch, and returns 0 when it is done. */
type Step = (deps: RetentionDeps, period: { before: Date; limit: number }) => Promise<number>;

const STEPS: Record<RetentionKind, Step> = {
  sessions: ({ db }, period) => deleteOldSignIns(db, period),
  emails: async ({ db, emails, deleteEmailFiles }, period) =>
    (await removeOldEmails(db, { ...period, emails })) + (await deleteEmailFiles(period.before)),
  events: ({ db }, period) => removeOldEventPayloads(db, period),
  carts: ({ db, clock }, period) => deleteOldCartLines(db, { ...period, now: clock.now() }),
  unpaidOrders: async ({ db }, period) =>
    (await eraseUnpaidOrders(db, period)) + (await eraseUnpaidDonations(db, period)),
  searches: ({ db }, period) => deleteOldPersonSearches(db, period),
  auditValues: ({ db }, period) => removeOldValues(db, period),
  restockAlerts: ({ db }, period) => deleteOldRestockAlerts(db, period),
  contracts: ({ db }, period) => reduceDeliveredContracts(db, period),
  inbox: ({ db }, period) => deleteOldEntries(db, period),
};

/** The customer chose it per person; links and specifications have periods of their own. No setting. */
const deleteOrdered: Step = async ({ clock, db }, period) =>
  (await deleteOrderedProfiles(db, period)) +
  (await deleteUnsharedMeasurements(db, { now: clock.now(), limit: period.limit })) +
  (await deleteOldSpecifications(db, { now: clock.now(), limit: period.limit }));

const KINDS = Object.keys(STEPS) as readonly RetentionKind[];

async function applyStep(
  deps: RetentionDeps,
  step: Step,
  period: { before: Date; limit: number },
): Promise<number> {
  let total = 0;
  for (;;) {
    const changed = await step(deps, period);
    total += changed;
    if (changed === 0 || deps.isStopping()) return total;
  }
}

/**
 * Removes personal data whose period (Settings, Privacy) ended, in batches. Failures are logged and do not
 * stop other kinds. A run is one entry in Activity, counts only. Idempotent.
 */
export async function applyRetention(
  deps: RetentionDeps,
  { batchSize = BATCH }: { batchSize?: number } = {},
): Promise<RetentionCounts> {
  const { clock, db, logger } = deps;
  const days = await getSettings(db, "privacy");
  const kinds = [...KINDS, "measurements"] as const;
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as RetentionCounts;
  for (const kind of kinds) {
    const retentionDays = kind === "measurements" ? DAYS_AFTER_DELIVERY : days[kind];
    const step = kind === "measurements" ? deleteOrdered : STEPS[kind];
    if (retentionDays === null || deps.isStopping()) continue;
    const before = new Date(clock.now().getTime() - retentionDays * DAY_MS);
    try {
      counts[kind] = await applyStep(deps, step, { before, limit: batchSize });
    } catch (error) {
      logger.error({ err: error, kind }, "privacy: old data not removed");
    }
  }
  const removed = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  if (Object.keys(removed).length > 0) {
    await recordShopChange(db, {
      action: "removed",
      subject: "personal data",
      subjectId: "retention",
      before: null,
      after: { name: "personal data past its period", ...removed },
    });
  }
  return counts;
}
