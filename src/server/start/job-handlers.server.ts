import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { AppDeps } from "#app/web/context.ts";
import { newId } from "#core/ids.ts";
import { clearOldAttempts } from "#features/base/identity/attempts.server.ts";
import { deleteLapsedVerifications } from "#features/base/identity/old-sign-ins.server.ts";
import { clearOldVisitorEntries } from "#features/base/identity/visitor-entries.server.ts";
import { deliverEmail, drainOutbox } from "#features/base/mail/deliver-email.server.ts";
import { bounceEmailFor } from "#features/base/mail/delivery-reports.server.ts";
import { checkFiles, deleteFiles } from "#features/base/media/delete-files.server.ts";
import { prepareImage } from "#features/base/media/derive-image.server.ts";
import { sealPlainImages } from "#features/base/media/private-images.server.ts";
import { UPLOAD_LIFE_MS } from "#features/base/media/upload-rules.ts";
import { sendLowStockAlert } from "#features/catalog/inventory/change-stock.server.ts";
import { sendRestockAlerts } from "#features/catalog/inventory/restock-alerts.server.ts";
import {
  advanceImport,
  resumeImports,
} from "#features/catalog/product-import/advance-import.server.ts";
import { fetchWaitingImages } from "#features/catalog/product-import/fetch-waiting-images.server.ts";
import { resumeWaitingImages } from "#features/catalog/product-import/waiting-images.server.ts";
import { sendFitQuestions } from "#features/garments/alterations/fit-questions.server.ts";
import { checkContracts } from "#features/garments/contract/check-contracts.server.ts";
import { findPublishObstacle } from "#features/garments/options/undescribed-choices.server.ts";
import { draftDueLines } from "#features/garments/order-patterns/draft-line.server.ts";
import { deleteExcessSpecifications } from "#features/garments/specification/store-specification.server.ts";
import {
  drainResetRequests,
  sendResetLink,
} from "#features/office/customers/account-emails.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import { applyRetention } from "#features/office/privacy/apply-retention.server.ts";
import { sendDueWorkReminder } from "#features/office/reports/due-work.server.ts";
import { recordFileCheck } from "#features/office/reports/file-check-record.server.ts";
import {
  clearFailures,
  recordFailure,
} from "#features/office/reports/operational-failures.server.ts";
import { checkServers } from "#features/office/reports/server-checks.server.ts";
import { watchHealth } from "#features/office/reports/watch-health.server.ts";
import { checkOpenSessions } from "#features/sales/payments/check-sessions.server.ts";
import { endStrangersHolds } from "#features/sales/payments/end-holds.server.ts";
import { catchUpPayments } from "#features/sales/payments/payment-events.server.ts";
import { deleteProviderCustomers } from "#features/sales/payments/provider-customers.server.ts";
import { sweepRefunds } from "#features/sales/payments/refund-order.server.ts";
import {
  sweepDonations,
  sweepReservations,
} from "#features/sales/payments/sweep-payments.server.ts";
import type { Env } from "#platform/env.server.ts";
import { deleteOldJournals, openHandoverJournal } from "#platform/handover-journal.server.ts";
import type { JobHandlers, JobOutcome } from "#platform/job-queue.server.ts";
import type { Mailer } from "#platform/mailer.server.ts";
import { createMailer, deleteEmailFiles } from "#platform/mailer.server.ts";
import type { ShopKeys } from "../backup/backup-keys.server.ts";
import { runScheduledBackup } from "../backup/scheduled-backup.server.ts";

type PaymentJob =
  | "sweep-reservations"
  | "catch-up-payments"
  | "recover-payments"
  | "forget-customers";

/** Polls the payment provider. */
function createPaymentHandlers(deps: AppDeps): Pick<JobHandlers, PaymentJob> {
  const { logger } = deps;
  return {
    "sweep-reservations": async () => {
      const swept = await sweepReservations(deps);
      const holds = await endStrangersHolds(deps);
      const refunds = await sweepRefunds(deps);
      const donations = await sweepDonations(deps);
      if (swept.expired + swept.completed + swept.left > 0) {
        logger.info(swept, "checkout: reservations swept");
      }
      if (holds > 0) logger.info({ holds }, "checkout: holds of strangers ended");
      if (refunds.succeeded + refunds.failed + refunds.left > 0) {
        logger.info(refunds, "orders: refunds swept");
      }
      if (donations.expired + donations.completed + donations.left > 0) {
        logger.info(donations, "donations: swept");
      }
    },
    "catch-up-payments": async () => {
      const found = await catchUpPayments(deps);
      if (found > 0) logger.warn({ found }, "payments: messages that never came, found by asking");
    },
    "recover-payments": async () => {
      const found =
        (await checkOpenSessions(deps)) + (await catchUpPayments(deps, { recent: true }));
      if (found > 0) logger.warn({ found }, "payments: lost messages recovered");
    },
    "forget-customers": async () => {
      const { forgotten, left } = await deleteProviderCustomers(deps);
      if (forgotten + left > 0) logger.info({ forgotten, left }, "account: customers forgotten");
    },
  };
}

/** Null without the folder. */
async function findFreeBytes(folder: string): Promise<number | null> {
  if (!existsSync(folder)) return null;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Records a failure for the owner, and clears it after a success. */
export async function recordJobOutcome(
  deps: Pick<AppDeps, "db" | "clock">,
  { error, isRetried, name }: JobOutcome,
): Promise<void> {
  if (error === null) await clearFailures(deps.db, [`job:${name}`]);
  else await recordFailure(deps, isRetried ? `given-up:${name}` : `job:${name}`, error);
}

function operationsHandlers(
  deps: AppDeps,
  shop: { databaseUrl: string; keys: ShopKeys; mailer: Mailer },
): Pick<JobHandlers, "back-up" | "watch-health" | "check-servers" | "check-contracts"> {
  const { env, logger } = deps;
  return {
    "back-up": async () => {
      const made = await runScheduledBackup({ ...deps, ...shop });
      if (made) logger.info(made, "backup: made as scheduled");
    },
    "check-servers": async () => {
      const reasons = await checkServers({ ...deps, mailer: shop.mailer });
      if (reasons.length > 0) logger.warn({ reasons }, "reports: a server cannot be used");
    },
    "check-contracts": async () => {
      const { altered, checked, unreadable } = await checkContracts(deps);
      if (altered.length === 0) return clearFailures(deps.db, ["contracts:altered"]);
      logger.error({ checked, unreadable, orders: altered }, "atelier: contracts were altered");
      const orders = altered.slice(0, 10).join(", ");
      return recordFailure(deps, "contracts:altered", `Orders ${orders}`);
    },
    "watch-health": async () => {
      const problems = await watchHealth({
        ...deps,
        findFreeBytes: () => findFreeBytes(env.DATA_DIR),
      });
      if (problems.length > 0) logger.warn({ problems }, "reports: the shop has problems");
    },
  };
}

/** The pause after each draft, short enough for 100 drafts a minute. */
const DRAFT_REST_MS = 250;

/** This process's part of a limit that all processes share, at least 1. */
const shareOf = (limit: number, env: Env) => Math.max(1, Math.floor(limit / env.WEB_CONCURRENCY));

/** Concurrent emails of this process. */
export function concurrentEmails(env: Env): number {
  return shareOf(env.SMTP_CONNECTIONS, env);
}

const mailFolderOf = (env: Env) => join(env.DATA_DIR, "mail");

const handoverFolderOf = (env: Env) => join(env.DATA_DIR, "mail-handovers");

/** Sends by SMTP, or writes into DATA_DIR/mail without a server. */
function composeMailer({ auth, env }: AppDeps): Mailer {
  const { MAIL_BOUNCE_ADDRESS: bounceTo, SMTP_PER_MINUTE: perMinute } = env;
  return createMailer({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    directory: mailFolderOf(env),
    bounceAddressOf: bounceTo ? (id) => bounceEmailFor(auth, bounceTo, id) : undefined,
    connections: concurrentEmails(env),
    perMinute: perMinute && shareOf(perMinute, env),
  });
}

/** Background job handlers. */
export function createJobHandlers(
  deps: AppDeps,
  shop: { databaseUrl: string; keys: ShopKeys },
): JobHandlers {
  const { env, logger } = deps;
  const mailer = composeMailer(deps);
  const processId = newId();
  const handovers = openHandoverJournal(handoverFolderOf(env), processId);
  const delivery = { ...deps, mailer, handovers, processId, emails: emailRegistry };
  return {
    "send-mail": async (payload) => {
      const outcome = await deliverEmail(delivery, payload);
      if (outcome === "bounced") logger.warn(payload, "mail: address refused, see the outbox");
      if (outcome === "given up") logger.error(payload, "mail: given up, see the outbox");
      if (outcome === "in doubt") logger.warn(payload, "mail: may have arrived, see the outbox");
    },
    "send-reset-link": async (payload) => {
      await sendResetLink(deps, payload);
    },
    "drain-outbox": async () => {
      await drainResetRequests(deps);
      await drainOutbox(deps);
    },
    ...createPaymentHandlers(deps),
    "prepare-image": async (payload) => {
      await prepareImage(deps, payload);
    },
    "advance-import": async ({ importId }, { isStopping }) => {
      await advanceImport({ ...deps, findPublishObstacle }, { importId, isStopping });
    },
    "fetch-waiting-images": async ({ host }, { isStopping }) => {
      await fetchWaitingImages(deps, { host, isStopping });
    },
    "resume-imports": async () => {
      await resumeImports(deps);
      await resumeWaitingImages(deps);
    },
    "watch-stock": async () => {
      await sendLowStockAlert(deps);
      await sendRestockAlerts(deps);
    },
    "remind-due-work": async () => {
      const due = await sendDueWorkReminder(deps);
      if (due > 0) logger.info({ due }, "reports: the shop is reminded of what is due");
      const requested = await sendFitQuestions(deps);
      if (requested > 0) logger.info({ requested }, "alterations: customers are asked how it fits");
    },
    "apply-retention": async (_payload, { isStopping }) => {
      const removed = await applyRetention({
        ...deps,
        emails: emailRegistry,
        isStopping,
        deleteEmailFiles: (before) => deleteEmailFiles(mailFolderOf(env), before),
      });
      await deleteOldJournals(handoverFolderOf(env), deps.clock.now());
      logger.info({ removed }, "privacy: personal data past its period removed");
    },
    ...operationsHandlers(deps, { ...shop, mailer }),
    "delete-files": async () => {
      const sealed = await sealPlainImages(deps);
      if (sealed > 0) logger.info({ sealed }, "media: photos of an earlier version sealed");
      const removed = await deleteFiles(deps);
      if (removed > 0) logger.info({ removed }, "media: files of deleted items removed");
    },
    "check-files": async () => {
      const found = await checkFiles(deps, { removeOrphans: false });
      await recordFileCheck(deps.db, found);
      if (found.missing.count + found.orphans.count > 0) {
        logger.warn(found, "media: the file storage and the library differ");
      }
    },
    "draft-patterns": async (_payload, { isStopping }) => {
      const drafted = await draftDueLines(deps, { isStopping, restMs: DRAFT_REST_MS });
      if (drafted > 0) logger.info({ drafted }, "patterns: paid lines drafted");
    },
    "sweep-uploads": async () => {
      await clearOldAttempts(deps);
      await clearOldVisitorEntries(deps);
      await deleteLapsedVerifications(deps);
      const excess = await deleteExcessSpecifications(deps.db);
      if (excess > 0) logger.warn({ excess }, "atelier: specifications beyond the ceiling removed");
      const swept = await deps.uploads.sweep(new Date(deps.clock.now().getTime() - UPLOAD_LIFE_MS));
      if (swept > 0) logger.info({ swept }, "media: unfinished uploads removed");
    },
  };
}
