import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
} from "cockatiel";
import { safeMessage } from "./log-redaction.ts";
import type { Logger } from "./logger.server.ts";
import type { StorageFault, StorageLocation } from "./storage-fault.ts";
import {
  describeStorageFault,
  isMissingFile,
  isTransientFault,
  StorageAway,
} from "./storage-fault.ts";

/** Milliseconds. */
export type StorageLimits = {
  /** Until a connection is open. */
  connectMs: number;
  /** Until a response begins, and between two parts of it. */
  responseMs: number;
  /** Longer: the store syncs its disks first. */
  writeMs: number;
  /** With repetitions; moving large files may take longer. */
  totalMs: number;
  /** Before the first repetition; grows, with jitter. */
  retryMs: number;
  /** Between attempts to reach a failed store. */
  probeMs: number;
};

/** After so many failures in a row the store is left alone. */
const MAX_FAILURES = 5;

/** Attempts beside the first. */
const MAX_REPETITIONS = 2;
const MAX_PAUSE_MS = 2_000;

/** Aborts when `ms` pass without `touch` or `end`. */
export function watchProgress(ms: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Silence(ms)), ms);
  return {
    signal: controller.signal,
    touch: () => void timer.refresh(),
    end: () => clearTimeout(timer),
  };
}

class Silence extends Error {
  constructor(ms: number) {
    super(`nothing for ${ms} ms`);
    this.name = "Silence";
  }
}

const CONNECTION_CODES =
  /^(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/;
const CERTIFICATE_CODES = /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|SELF_SIGNED/;
const REFUSED =
  /^(?:AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|Forbidden|Unauthorized|AuthorizationHeaderMalformed|ExpiredToken)$/;

function faultOfStatus(status: number | undefined): StorageFault {
  if (status === 401 || status === 403) return "denied";
  if (status === 429 || status === 503) return "busy";
  return status !== undefined && status >= 500 ? "failing" : "other";
}

function classify(error: unknown): StorageFault {
  if (!(error instanceof Error)) return "other";
  const { name } = error;
  const { code = "", $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  if (name === "Silence") return "silent";
  if (name === "TimeoutError" || CONNECTION_CODES.test(code)) return "unreachable";
  if (CERTIFICATE_CODES.test(code)) return "certificate";
  if (name === "NoSuchBucket") return "no_bucket";
  if (name === "CredentialsProviderError") return "no_credentials";
  if (REFUSED.test(name)) return "denied";
  if (error.cause instanceof Error && error.cause.name === "Silence") return "silent";
  return faultOfStatus($metadata?.httpStatusCode);
}

/** What the store itself reported: a code, a name or a status. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  if (error.name === "Silence") return error.message;
  const status = $metadata?.httpStatusCode;
  const name = code ?? (error.name === "Error" ? safeMessage(error) : error.name);
  return status === undefined ? name : `${status} ${name}`;
}

type Attempt = {
  /** Closes the socket when it fires. */
  signal: AbortSignal;
  /** Something moved. */
  touch(): void;
};

/** Calls to a store, with limits, retries and a circuit breaker. */
export type Guard = {
  /** `partMs`: longest time without progress. Throws StorageAway, or the store's error for a missing file. */
  run<Value>(
    work: (attempt: Attempt) => Promise<Value>,
    limits: { partMs: number; isLarge?: boolean },
  ): Promise<Value>;
  /** Asks once, even while left alone; throws StorageAway. */
  check(): Promise<void>;
  findTrouble(): { fault: StorageFault; message: string; since: Date } | null;
  /** The failure of a store as StorageAway. */
  explain(error: unknown): Error;
  /** The name of the error with which the store responded. */
  nameOf(error: unknown): string;
};

type GuardOptions = {
  location: StorageLocation;
  limits: StorageLimits;
  logger?: Logger | undefined;
  /** Any cheap request. */
  probe(signal: AbortSignal): Promise<void>;
};

async function attempt<Value>(
  work: (attempt: Attempt) => Promise<Value>,
  partMs: number,
  outer: AbortSignal | undefined,
): Promise<Value> {
  const watch = watchProgress(partMs);
  const signal = outer ? AbortSignal.any([watch.signal, outer]) : watch.signal;
  try {
    return await work({ signal, touch: watch.touch });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    watch.end();
  }
}

function explainFailure(error: unknown, location: StorageLocation): Error {
  if (error instanceof StorageAway) return error;
  if (isMissingFile(error)) return error as Error;
  const fault = classify(error);
  const message = describeStorageFault(fault, location, detailOf(error));
  return new StorageAway(fault, message, { cause: error });
}

function createPolicies({ probeMs, retryMs }: StorageLimits) {
  const failsFor = (isCounted: (away: StorageAway) => boolean) =>
    handleWhen((error) => error instanceof StorageAway && isCounted(error));
  // A second wait for a silent store takes too long.
  const isWorthRepeating = ({ cause, fault }: StorageAway) => {
    const isLate = fault === "silent" || (cause instanceof Error && cause.name === "TimeoutError");
    return isTransientFault(fault) && !isLate;
  };
  return {
    repetition: retry(failsFor(isWorthRepeating), {
      maxAttempts: MAX_REPETITIONS,
      backoff: new ExponentialBackoff({ initialDelay: retryMs, maxDelay: MAX_PAUSE_MS }),
    }),
    breaker: circuitBreaker(
      failsFor(({ fault }) => isTransientFault(fault)),
      { halfOpenAfter: probeMs, breaker: new ConsecutiveBreaker(MAX_FAILURES) },
    ),
  };
}

/** See Guard. Asks a failed store every `probeMs`. */
export function createGuard({ limits, location, logger, probe }: GuardOptions): Guard {
  const { breaker, repetition } = createPolicies(limits);
  const explain = (error: unknown) => explainFailure(error, location);
  let trouble: { away: StorageAway; since: Date } | null = null;

  const request = () =>
    attempt(({ signal }) => probe(signal), limits.responseMs, undefined).catch((error: unknown) => {
      throw explain(error);
    });
  // Any response closes the breaker, also a refusal.
  const requestAgain = () => void breaker.execute(request).catch(() => undefined);

  breaker.onBreak((reason) => {
    const away = "error" in reason ? reason.error : null;
    if (away instanceof StorageAway) {
      if (!trouble) logger?.error({ err: away }, "storage: left alone until it responds");
      trouble = { away, since: trouble?.since ?? new Date() };
    }
    setTimeout(requestAgain, limits.probeMs + 1).unref();
  });
  breaker.onReset(() => {
    if (trouble) logger?.info({ since: trouble.since }, "storage: responds again");
    trouble = null;
  });

  async function run<Value>(
    work: (attempt: Attempt) => Promise<Value>,
    { isLarge = false, partMs }: { partMs: number; isLarge?: boolean },
  ): Promise<Value> {
    // Others do not wait for the one probe.
    if (trouble && breaker.state !== CircuitState.Closed) throw trouble.away;
    const outer = isLarge ? undefined : AbortSignal.timeout(limits.totalMs);
    const once = () =>
      attempt(work, partMs, outer).catch((error: unknown) => {
        throw explain(outer?.aborted ? new Silence(limits.totalMs) : error);
      });
    try {
      return await breaker.execute(() => repetition.execute(once));
    } catch (error) {
      throw error instanceof BrokenCircuitError && trouble ? trouble.away : error;
    }
  }

  return {
    run,
    explain,
    nameOf: (error) =>
      error instanceof StorageAway && error.cause instanceof Error ? error.cause.name : "",
    check: () =>
      request().catch((cause: unknown) => {
        if (!isMissingFile(cause)) throw cause;
        const message = describeStorageFault("no_bucket", location);
        throw new StorageAway("no_bucket", message, { cause });
      }),
    findTrouble() {
      if (!trouble) return null;
      const { away, since } = trouble;
      return { fault: away.fault, message: away.message, since };
    },
  };
}
