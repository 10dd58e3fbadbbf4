import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client, Pool } from "pg";
import type { ContentChange } from "#core/content-tag.ts";
import { parseContentChange } from "#core/content-tag.ts";
import { listLiveProcesses, PROCESS_LOCK_CLASS } from "#db/advisory-lock.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { CONTENT_CHANNEL } from "#db/content-version.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { withinTime } from "./freshness.ts";
import type { PageCache } from "./page-cache.ts";

/** Acknowledgements "process number:version"; "?" requests them again. */
const SYNCED_CHANNEL = "content_seen";

/** See SYNCED_CHANNEL. */
const SYNCED_QUERY = "?";

const LARGEST_NUMBER = 2 ** 31 - 1;
const RESPONSE_LIMIT_MS = 5_000;

/** Until the connection is lost. */
type ContentListener = {
  /** Among the live processes. */
  number: number;
  /** On the notices' connection, so never older than they are. */
  readVersion(): Promise<number>;
  /** Tells writers that this process serves nothing older. */
  acknowledge(version: number): Promise<void>;
  close(): Promise<void>;
};

type Hearing = {
  onChange(change: ContentChange): void;
  onSeen(number: number, version: number): void;
  /** Another process requests the acknowledgement again. */
  onQuestion(): void;
  onLost(reason: unknown): void;
};

async function claimNumber(client: Client): Promise<number> {
  for (;;) {
    const number = randomInt(1, LARGEST_NUMBER);
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1::int, $2::int) as taken",
      [PROCESS_LOCK_CLASS, number],
    );
    if (rows[0]?.taken) return number;
  }
}

function hear(client: Client, hearing: Hearing): void {
  client.on("notification", ({ channel, payload = "" }) => {
    if (channel === CONTENT_CHANNEL) hearing.onChange(parseContentChange(payload));
    if (channel !== SYNCED_CHANNEL) return;
    if (payload === SYNCED_QUERY) return hearing.onQuestion();
    const [number, version] = payload.split(":");
    hearing.onSeen(Number(number), Number(version));
  });
  client.on("error", hearing.onLost);
  client.on("end", () => hearing.onLost(new Error("The connection ended")));
}

/** Listens before registering, so that every live process receives later notices. */
async function openContentListener(
  connect: () => Promise<Client>,
  hearing: Hearing,
): Promise<ContentListener> {
  const client = await connect();
  hear(client, hearing);
  let last: Promise<unknown> = Promise.resolve();
  // One query at a time: notices come in bursts.
  const request = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => {
    const requested = last.then(() => client.query<Row>(text, values));
    last = requested.catch(() => undefined);
    return withinTime(requested, RESPONSE_LIMIT_MS);
  };
  // Does not wait for a dead connection.
  const close = () => withinTime(client.end(), 1_000).catch(() => undefined);
  try {
    await request(`listen ${CONTENT_CHANNEL}`);
    await request(`listen ${SYNCED_CHANNEL}`);
    const number = await withinTime(claimNumber(client), RESPONSE_LIMIT_MS);
    return {
      number,
      async readVersion() {
        const { rows } = await request<{ version: string }>("select version from content_version");
        return Number(rows[0]?.version);
      },
      async acknowledge(version) {
        await request("select pg_notify($1, $2)", [SYNCED_CHANNEL, `${number}:${version}`]);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** How long a writer waits for a silent process. */
const SETTLE_LIMIT_MS = 2_000;
/**
 * Pages are served this long after confirmation: less than SETTLE_LIMIT_MS, so that a hung process serves no
 * old pages once a writer gives up.
 */
const LEASE_MS = 1_800;
const RENEW_EVERY_MS = 600;
const RECOUNT_EVERY_MS = 200;
const SHORTEST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;

type WatchOptions = {
  /** Own connection: a transaction pooler would lose notices. */
  connect: () => Promise<Client>;
  pool: Pool;
  cache: Pick<PageCache, "freshness">;
  logger: Logger;
};

/** Keeps pages as new as the database and tells writers when all processes followed. */
class CacheInvalidator implements CacheInvalidation {
  readonly #options: WatchOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  /** The last version that each process acknowledged. */
  readonly #seen = new Map<number, number>();
  #listener: ContentListener | null = null;
  /** Rises with notices, so that older responses are ignored. */
  #heard = 0;
  readonly #waiting = new Set<() => void>();

  constructor(options: WatchOptions) {
    this.#options = options;
    options.cache.freshness.askWith(() => this.#askVersion());
    this.#running = this.#keepListening();
  }

  async settle(change: ContentChange): Promise<void> {
    const { version } = change;
    this.#heard += 1;
    this.#options.cache.freshness.changes.applyOwn(change);
    const untilMs = performance.now() + SETTLE_LIMIT_MS;
    try {
      const late = await withinTime(this.#waitForAll(version, untilMs), SETTLE_LIMIT_MS);
      if (late.length === 0) return;
      this.#options.logger.warn({ version, late }, "processes did not confirm new content");
    } catch (error) {
      // Committed. While the database is down no lease is renewed: waiting suffices.
      this.#options.logger.warn({ err: error, version }, "cannot ask who holds old pages");
      await sleep(Math.max(0, untilMs - performance.now()));
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #askVersion(): Promise<number> {
    const { rows } = await this.#options.pool.query<{ version: string }>(
      "select version from content_version",
    );
    return Number(rows[0]?.version);
  }

  async #keepListening(): Promise<void> {
    let pauseMs = SHORTEST_PAUSE_MS;
    while (!this.#closing.signal.aborted) {
      const startedMs = performance.now();
      try {
        await this.#listen();
      } catch (error) {
        this.#options.logger.warn({ err: error }, "not listening for new content");
      }
      this.#options.cache.freshness.markStale();
      const lasted = performance.now() - startedMs > MAX_PAUSE_MS;
      pauseMs = lasted ? SHORTEST_PAUSE_MS : Math.min(pauseMs * 2, MAX_PAUSE_MS);
      await this.#rest(pauseMs);
    }
  }

  /** Throws when the connection is lost. */
  async #listen(): Promise<void> {
    let lose: (reason: unknown) => void = () => undefined;
    const lost = new Promise<never>((_resolve, reject) => {
      lose = reject;
    });
    lost.catch(() => undefined);
    const listener = await openContentListener(this.#options.connect, {
      onChange: (change) => {
        this.#heard += 1;
        this.#options.cache.freshness.changes.follow(change);
        this.#acknowledge();
      },
      onSeen: (number, version) => {
        this.#seen.set(number, version);
        for (const wake of this.#waiting) wake();
      },
      onQuestion: () => this.#acknowledge(),
      onLost: (reason) => {
        // Writers no longer wait for this process.
        this.#options.cache.freshness.markStale();
        lose(reason);
      },
    });
    this.#seen.clear();
    this.#listener = listener;
    try {
      await this.#renew(listener);
      this.#acknowledge();
      while (!this.#closing.signal.aborted) {
        await Promise.race([lost, this.#rest(RENEW_EVERY_MS)]);
        await this.#renew(listener);
      }
    } finally {
      this.#listener = null;
      await listener.close();
    }
  }

  /**
   * Extends the lease. A version without its notification is queried again on the connection that brings it;
   * then everything is stale.
   */
  async #renew(listener: ContentListener): Promise<void> {
    const { freshness } = this.#options.cache;
    let doubted: number | null = null;
    for (;;) {
      const heard = this.#heard;
      const requestedMs = performance.now();
      const version = await listener.readVersion();
      if (heard !== this.#heard) continue;
      if (version !== freshness.changes.version && version !== doubted) {
        doubted = version;
        continue;
      }
      freshness.confirm(version, requestedMs + LEASE_MS);
      return;
    }
  }

  #acknowledge(): void {
    const version = this.#options.cache.freshness.changes.version ?? -1;
    this.#listener?.acknowledge(version).catch((error: unknown) => {
      this.#options.logger.warn({ err: error }, "new content not confirmed to its writer");
    });
  }

  async #rest(pauseMs: number): Promise<void> {
    await sleep(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  /** Returns the late processes. */
  async #waitForAll(version: number, untilMs: number): Promise<number[]> {
    for (let round = 0; ; round += 1) {
      if (round > 0) await this.#askAgain();
      const live = await this.#liveProcesses();
      const recountMs = Math.min(untilMs, performance.now() + RECOUNT_EVERY_MS);
      for (;;) {
        const late = live.filter((number) => (this.#seen.get(number) ?? -1) < version);
        if (late.length === 0 || performance.now() >= untilMs) return late;
        const leftMs = recountMs - performance.now();
        if (leftMs <= 0) break;
        await this.#nextAnswer(leftMs);
      }
    }
  }

  /** All other processes that hold pages. */
  async #liveProcesses(): Promise<number[]> {
    const numbers = await listLiveProcesses(this.#options.pool);
    const own = this.#listener?.number;
    return numbers.filter((number) => number !== own);
  }

  async #askAgain(): Promise<void> {
    await this.#options.pool.query("select pg_notify($1, $2)", [SYNCED_CHANNEL, SYNCED_QUERY]);
  }

  #nextAnswer(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, limitMs);
      this.#waiting.add(wake);
    });
  }
}

/** Starts the synchronisation; the cache serves from memory once a version is known. */
export function startCacheInvalidation(
  options: WatchOptions,
): CacheInvalidation & { close(): Promise<void> } {
  return new CacheInvalidator(options);
}
