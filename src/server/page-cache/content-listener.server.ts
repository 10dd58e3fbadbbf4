import { randomInt } from "node:crypto";
import type { Client } from "pg";
import type { ContentChange } from "#core/content-tag.ts";
import { parseContentChange } from "#core/content-tag.ts";
import { PROCESS_LOCK_CLASS } from "#db/advisory-lock.server.ts";
import { CONTENT_CHANNEL } from "#db/content-version.server.ts";
import { withinTime } from "./freshness.ts";

/** Acknowledgements "process number:version"; "?" requests them again. */
export const SYNCED_CHANNEL = "content_seen";

/** See SYNCED_CHANNEL. */
export const SYNCED_QUERY = "?";

/** Says nothing; see `receiveNotices`. */
const RECEIVING_CHANNEL = "content_receiving";

const LARGEST_NUMBER = 2 ** 31 - 1;
const RESPONSE_LIMIT_MS = 5_000;

/** Hears of changed content until its connection is lost. */
export type ContentListener = {
  /** Among the live processes. */
  number: number;
  /** On the notices' connection, so never older than they are. */
  readVersion(): Promise<number>;
  /**
   * Resolves when every notice of a version that was read before has arrived. Postgres shows a commit before it
   * wakes the listeners, but a connection that sends a notice itself first receives all that were committed before.
   */
  receiveNotices(): Promise<void>;
  /** Tells writers that this process serves nothing older. */
  acknowledge(version: number): Promise<void>;
  close(): Promise<void>;
};

type Hearing = {
  onChange(change: ContentChange): void;
  onVersion(number: number, version: number): void;
  /** Another process requests the acknowledgement again. */
  onQuestion(): void;
  onLost(reason: unknown): void;
};

async function claimNumber(client: Client): Promise<number> {
  for (;;) {
    const number = randomInt(1, LARGEST_NUMBER);
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock($1::int, $2::int) as locked",
      [PROCESS_LOCK_CLASS, number],
    );
    if (rows[0]?.locked) return number;
  }
}

function hear(client: Client, hearing: Hearing): void {
  client.on("notification", ({ channel, payload = "" }) => {
    if (channel === CONTENT_CHANNEL) hearing.onChange(parseContentChange(payload));
    if (channel !== SYNCED_CHANNEL) return;
    if (payload === SYNCED_QUERY) return hearing.onQuestion();
    const [number, version] = payload.split(":");
    hearing.onVersion(Number(number), Number(version));
  });
  client.on("error", hearing.onLost);
  client.on("end", () => hearing.onLost(new Error("The connection ended")));
}

/** Listens before registering, so that every live process receives later notices. */
export async function openContentListener(
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
    await request(`listen ${RECEIVING_CHANNEL}`);
    const number = await withinTime(claimNumber(client), RESPONSE_LIMIT_MS);
    return {
      number,
      async readVersion() {
        const { rows } = await request<{ version: string }>("select version from content_version");
        return Number(rows[0]?.version);
      },
      async receiveNotices() {
        await request("select pg_notify($1, '')", [RECEIVING_CHANNEL]);
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
