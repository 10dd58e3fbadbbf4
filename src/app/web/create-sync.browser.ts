import { ACCOUNT_DELETED, ACCOUNT_HEADER } from "./account-header.ts";

/**
 * "offline" and "unavailable" may succeed later; "signed-out" needs a new session; "deleted": the account that the device was signed in
 * to is no longer there; "refused" cannot succeed as it is. "offline" is also what a network gives that answers with a page of its own.
 */
export type SyncOutcome = "done" | "offline" | "unavailable" | "signed-out" | "deleted" | "refused";

/** Where the body goes as JSON, or how it is sent in another way. */
type Transport<Sent> =
  | { url: string; post?: never }
  /** Is not repeated while its page closes, because browsers refuse large bodies then. */
  | { url?: never; post: (sent: Sent) => Promise<SyncResponse> };

type SyncOptions<Sent, Received> = Transport<Sent> & {
  /** The state of the device and what of it goes to the server, read for each request; null when there is nothing to exchange. */
  read: () => { readonly sent: Sent; readonly body?: unknown } | null;
  /** Joins a response with what the device has by now, which may have changed since `sent` was read. */
  apply: (received: Received, sent: Sent) => void;
  hasUnsent: () => boolean;
  /** The account whose data the device holds, so that the server says when it was deleted; null without one. */
  account?: () => string | null;
  /** Reports changes that this tab or another one made. */
  subscribe: (listener: () => void) => unknown;
  /** Nothing is sent while this is false. */
  isSignedIn: () => boolean;
  /** Runs after each request whose response still matters. */
  onOutcome?: (outcome: SyncOutcome) => void;
  /** Runs when a form on this page ends the session. */
  onSignOut?: () => void;
  /** Waits before each retry. The last one repeats as long as something is unsent. */
  retryMs?: readonly number[];
};

/** `received`: what the server returned, for "done". */
export type SyncResponse = { outcome: SyncOutcome; received?: unknown };

export type Sync = {
  /** Starts to listen, and exchanges if something is unsent or a minute has passed. Pages call it when they open. */
  keepInStep: () => void;
  /** Exchanges at once; after a request that is under way. */
  send: () => void;
};

/** Combines several changes into one request. */
const SETTLE_MS = 800;

/** Older state is exchanged when the page is shown again or another page opens. */
const STALE_MS = 60_000;

const RETRY_MS = [2_000, 10_000, 60_000] as const;

/** A request that a weak network holds longer counts as lost. */
const MAX_WAIT_MS = 20_000;

/** Characters; browsers refuse more than 64 KiB that outlives its page. */
const MAX_KEEPALIVE_LENGTH = 30_000;

const ENDS_SESSION: readonly string[] = ["/sign-out", "/profile/delete"];

/** What the status of a response says. */
export function outcomeOf({
  ok,
  status,
  type,
}: Pick<Response, "ok" | "status" | "type">): SyncOutcome {
  if (type === "opaqueredirect" || status === 401 || status === 204) return "signed-out";
  if (status === ACCOUNT_DELETED) return "deleted";
  if (status >= 500 || status === 429) return "unavailable";
  return ok ? "done" : "refused";
}

const isLost = (outcome: SyncOutcome | null) => outcome === "offline" || outcome === "unavailable";

type Post = { url: string; body: string; account: string | null; isLeaving: boolean };

async function postJson({ account, body, isLeaving, url }: Post): Promise<SyncResponse> {
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "Content-Type": "application/json",
        ...(account !== null && { [ACCOUNT_HEADER]: account }),
      },
      signal: AbortSignal.timeout(MAX_WAIT_MS),
      keepalive: isLeaving && body.length < MAX_KEEPALIVE_LENGTH,
      body,
    });
    const outcome = outcomeOf(response);
    return outcome === "done" ? { outcome, received: await response.json() } : { outcome };
  } catch {
    return { outcome: "offline" };
  }
}

/**
 * Exchanges what a device stores with the server. The rules are the same for every caller:
 * - A change of the visible tab is sent after a short pause; hidden tabs read what the visible one stores.
 * - One request runs at a time. What changed meanwhile goes with the next one.
 * - A page that is hidden or closes sends what is unsent without waiting. Sending twice must be harmless.
 * - A lost request is retried; every change, the network's return and a page that is shown again try at once.
 * - A response is dropped when a later request was applied first, or when the session ended in between.
 * Browser only.
 */
export function createSync<Sent, Received>(options: SyncOptions<Sent, Received>): Sync {
  const { apply, hasUnsent, isSignedIn, onOutcome, onSignOut, read, subscribe } = options;
  const retryMs = options.retryMs ?? RETRY_MS;
  let isStarted = false;
  let isRunning = false;
  let isRequested = false;
  let failures = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the newest request, and of the newest one whose response no longer matters. */
  let newest = 0;
  let settled = 0;

  function plan(afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      void run();
    }, afterMs);
  }

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Null when there was nothing to exchange, or the response came too late to count. */
  async function exchange(isLeaving: boolean): Promise<SyncOutcome | null> {
    const state = read();
    if (state === null) return null;
    newest += 1;
    const number = newest;
    const { outcome, received } = options.post
      ? await options.post(state.sent)
      : await postJson({
          url: options.url,
          body: JSON.stringify(state.body),
          account: options.account?.() ?? null,
          isLeaving,
        });
    if (number <= settled) return null;
    if (outcome === "done") {
      settled = number;
      apply(received as Received, state.sent);
    }
    onOutcome?.(outcome);
    return outcome;
  }

  async function run(): Promise<void> {
    if (!isSignedIn()) return;
    if (isRunning) {
      isRequested = true;
      return;
    }
    isRunning = true;
    isRequested = false;
    let outcome: SyncOutcome | null = null;
    try {
      outcome = await exchange(false);
    } finally {
      isRunning = false;
    }
    planNext(outcome);
  }

  /** Undefined when the next occasion is soon enough. */
  function waitAfter(outcome: SyncOutcome | null): number | undefined {
    if (isRequested) return 0;
    if (outcome === "done") return hasUnsent() ? SETTLE_MS : undefined;
    if (!isLost(outcome)) return undefined;
    return retryMs[failures] ?? (hasUnsent() ? retryMs.at(-1) : undefined);
  }

  function planNext(outcome: SyncOutcome | null): void {
    const waitMs = waitAfter(outcome);
    failures = isLost(outcome) ? failures + 1 : 0;
    if (outcome !== null && !isLost(outcome)) lastMs = performance.now();
    if (waitMs !== undefined && timer === undefined) plan(waitMs);
  }

  function tryAgain(afterMs: number): void {
    failures = 0;
    plan(afterMs);
  }

  function onChange(): void {
    if (document.visibilityState === "visible" && isSignedIn() && hasUnsent()) tryAgain(SETTLE_MS);
  }

  function onOnline(): void {
    if (isSignedIn() && hasUnsent()) tryAgain(0);
  }

  function keepInStep(): void {
    if (!isStarted) start();
    if (isRunning || !isSignedIn()) return;
    if (hasUnsent() || performance.now() - lastMs > STALE_MS) plan(0);
  }

  /** Phones may end pages without another event, so being hidden counts as leaving. */
  function onLeave(): void {
    if (options.post || !isSignedIn() || !hasUnsent()) return;
    cancel();
    void exchange(true);
  }

  function onVisibility(): void {
    if (document.visibilityState === "visible") keepInStep();
    else onLeave();
  }

  /** Others may use this browser: no response of the ended session may come back into it. */
  function onSubmit({ target }: Event): void {
    if (!(target instanceof HTMLFormElement)) return;
    if (!ENDS_SESSION.includes(new URL(target.action).pathname)) return;
    cancel();
    settled = newest;
    onSignOut?.();
  }

  function start(): void {
    isStarted = true;
    subscribe(onChange);
    document.addEventListener("visibilitychange", onVisibility);
    document.addEventListener("submit", onSubmit, true);
    addEventListener("pagehide", onLeave);
    addEventListener("online", onOnline);
  }

  return { keepInStep, send: () => tryAgain(0) };
}
