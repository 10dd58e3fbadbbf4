import { join } from "node:path";
import type { AppDeps } from "#app/web/context.ts";
import { MANUAL_PROVIDERS } from "#core/payment-providers.ts";
import type { Database } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import {
  MAX_IMAGE_BYTES,
  MAX_OPEN_UPLOAD_BYTES,
  MAX_OPEN_UPLOADS,
  MAX_VIDEO_BYTES,
  uploadFailureMessage,
  validateUpload,
} from "#features/base/media/upload-rules.ts";
import { findStripeKeyring } from "#features/base/settings/find-stripe-keyring.server.ts";
import { CSV_TYPE, validateFile } from "#features/catalog/product-file/file-limits.ts";
import { composeAccountEmails } from "#features/office/customers/account-emails.server.ts";
import { claimOrdersOfConfirmed } from "#features/orders/order/claim-orders.server.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { createAuth } from "#platform/auth.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { Env } from "#platform/env.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { createImageSource } from "#platform/image-source.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { createManualPayments } from "#platform/manual-payments.server.ts";
import { createPaymentProviders } from "#platform/payment-providers.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import { createResumableUploads } from "#platform/resumable-uploads.server.ts";
import type { MeasurementKeys, SecretBox, Secrets } from "#platform/secrets.server.ts";
import { createMeasurementBox, createSecretBox } from "#platform/secrets.server.ts";
import { createStripeConnections } from "#platform/stripe/stripe-client.server.ts";
import { createStripePayments } from "#platform/stripe/stripe-payments.server.ts";
import { createStripeAccount } from "#platform/stripe-account.server.ts";
import { createTestPayments } from "#platform/test-payments.server.ts";

export type Foundations = {
  env: Env;
  db: Database;
  siteFacts: AppDeps["siteFacts"];
  deletedMedia: AppDeps["deletedMedia"];
  secrets: Secrets;
  measurementKeys: MeasurementKeys;
  content: CacheInvalidation;
  jobs: JobQueue;
  logger: Logger;
  publicUrl: string;
};

function composePayments(
  { env, db, secrets, publicUrl }: Foundations,
  secretBox: SecretBox,
): Payments {
  const secret = secrets.authSecret;
  const oldSecrets = secrets.oldAuthSecrets;
  const connections = createStripeConnections(env.STRIPE_API_BASE);
  return createPaymentProviders({
    test: createTestPayments({ db, clock: systemClock, secret, oldSecrets, publicUrl }),
    manual: MANUAL_PROVIDERS.map((name) => createManualPayments({ name, secret, publicUrl })),
    storeCredit: createManualPayments({ name: "store_credit", secret, publicUrl }),
    findKeyring: () => findStripeKeyring({ db, secretBox, env }),
    stripe: (access) => createStripePayments({ db, access, connections }),
  });
}

/** A guest's orders join the account at once. What fails here is claimed when the account's orders are opened. */
const claimConfirmed =
  ({ db, logger }: Pick<Foundations, "db" | "logger">) =>
  async ({ userId }: { userId: string }): Promise<void> => {
    try {
      await claimOrdersOfConfirmed({ db }, { userId });
    } catch (cause) {
      logger.error({ err: cause }, "auth: the orders of a confirmed email were not claimed");
    }
  };

/** Limits each image that an import fetches. */
const IMAGE_LIMIT_MS = 15_000;

/** What the use cases get, once per process. Opens no connection. */
export function composeDeps(foundations: Foundations): AppDeps {
  const { env, db, siteFacts, deletedMedia, secrets, content, jobs, logger, publicUrl } =
    foundations;
  const secretBox = createSecretBox(secrets.settingsKey, secrets.oldSettingsKeys);
  const { authSecret, oldAuthSecrets } = secrets;
  const mails = composeAccountEmails({ db, jobs, clock: systemClock, publicUrl });
  return {
    env,
    db,
    siteFacts,
    deletedMedia,
    content,
    auth: createAuth({
      db,
      env,
      secret: authSecret,
      oldSecrets: oldAuthSecrets,
      publicUrl,
      logger,
      mails,
      onEmailConfirmed: claimConfirmed(foundations),
    }),
    payments: composePayments(foundations, secretBox),
    secretBox,
    measurementBox: createMeasurementBox(foundations.measurementKeys),
    patterns: createPatternPool(),
    stripe: createStripeAccount(env.STRIPE_API_BASE),
    files: createFileStore(env, { logger }),
    imageSource: createImageSource(env.IMPORT_IMAGE_HOSTS, {
      bytes: MAX_IMAGE_BYTES,
      ms: IMAGE_LIMIT_MS,
    }),
    uploads: createResumableUploads({
      directory: join(env.DATA_DIR, "incoming"),
      path: "/admin/uploads",
      mostOpen: MAX_OPEN_UPLOADS,
      mostOpenBytes: MAX_OPEN_UPLOAD_BYTES,
      mostBytesEach: MAX_VIDEO_BYTES,
      refuse(file) {
        if (file.type === CSV_TYPE) return validateFile(file);
        const kinds = "images and videos";
        const failure = validateUpload(file, kinds);
        return failure && uploadFailureMessage(failure, { type: file.type, kinds });
      },
    }),
    jobs,
    clock: systemClock,
    logger,
    publicUrl,
  };
}
