import { setTimeout as wait } from "node:timers/promises";
import type { Client, Pool } from "pg";
import type { ContentChange } from "#core/content-tag.ts";
import { listLiveProcesses } from "#db/advisory-lock.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { ContentListener } from "./content-listener.server.ts";
import { openContentListener, SYNCED_CHANNEL, SYNCED_QUERY } from "./content-listener.server.ts";
import { withinTime } from "./freshness.ts";
import type { PageCache } from "./page-cache.ts";

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
  readonly #acknowledged = new Map<number, number>();
  #listener: ContentListener | null = null;
  /** Rises with notices, so that older responses are ignored. */
  #heard = 0;
  readonly #waiting = new Set<() => void>();

  constructor(options: WatchOptions) {
    this.#options = options;
    options.cache.freshness.setRequest(() => this.#requestVersion());
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
      await wait(Math.max(0, untilMs - performance.now()));
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #requestVersion(): Promise<number> {
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
      this.#options.cache.freshness.setStale();
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
      onVersion: (number, version) => {
        this.#acknowledged.set(number, version);
        for (const wake of this.#waiting) wake();
      },
      onQuestion: () => this.#acknowledge(),
      onLost: (reason) => {
        // Writers no longer wait for this process.
        this.#options.cache.freshness.setStale();
        lose(reason);
      },
    });
    this.#acknowledged.clear();
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

  /** Extends the lease. Everything is stale if a version has no notice. */
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
        await listener.receiveNotices();
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
    await wait(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  /** Returns the late processes. */
  async #waitForAll(version: number, untilMs: number): Promise<number[]> {
    for (let round = 0; ; round += 1) {
      if (round > 0) await this.#requestAcknowledgements();
      const live = await this.#liveProcesses();
      const recountMs = Math.min(untilMs, performance.now() + RECOUNT_EVERY_MS);
      for (;;) {
        const late = live.filter((number) => (this.#acknowledged.get(number) ?? -1) < version);
        if (late.length === 0 || performance.now() >= untilMs) return late;
        const leftMs = recountMs - performance.now();
        if (leftMs <= 0) break;
        await this.#nextAcknowledgement(leftMs);
      }
    }
  }

  /** All other processes that hold pages. */
  async #liveProcesses(): Promise<number[]> {
    const numbers = await listLiveProcesses(this.#options.pool);
    const own = this.#listener?.number;
    return numbers.filter((number) => number !== own);
  }

  async #requestAcknowledgements(): Promise<void> {
    await this.#options.pool.query("select pg_notify($1, $2)", [SYNCED_CHANNEL, SYNCED_QUERY]);
  }

  #nextAcknowledgement(limitMs: number): Promise<void> {
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
