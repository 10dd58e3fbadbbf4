import { randomInt } from "node:crypto";
import type { Client } from "pg";
import { CONTENT_CHANNEL } from "#db/content-version.server.ts";
import { PROCESS_LOCK_CLASS } from "#db/live-processes.server.ts";
import { withinTime } from "../http/within-time.ts";

/** Answers to notices travel here: "process number:version"; the payload "?" asks everyone to answer again. */
export const SYNCED_CHANNEL = "content_seen";

/** See SEEN_CHANNEL. */
export const SYNCED_QUERY = "?";

const LARGEST_NUMBER = 2 ** 31 - 1;
const ANSWER_LIMIT_MS = 5_000;

/** One connection that hears every notice, from its birth to its loss. */
export type ContentListener = {
  /** This process's number among the live ones. */
  number: number;
  /** The content's version now, asked for on the connection that also carries the notices, so it is never older than they are. */
  readVersion(): Promise<number>;
  /** Tells the writers that no page older than this version is served here. */
  acknowledge(version: number): Promise<void>;
  close(): Promise<void>;
};

type Hearing = {
  onVersion(version: number): void;
  onSeen(number: number, version: number): void;
  /** Someone missed an answer and asks what this process has seen. */
  onQuestion(): void;
  onLost(reason: unknown): void;
};

async function takeNumber(client: Client): Promise<number> {
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
    if (channel === CONTENT_CHANNEL) hearing.onVersion(Number(payload));
    if (channel !== SYNCED_CHANNEL) return;
    if (payload === SYNCED_QUERY) return hearing.onQuestion();
    const [number, version] = payload.split(":");
    hearing.onSeen(Number(number), Number(version));
  });
  client.on("error", hearing.onLost);
  client.on("end", () => hearing.onLost(new Error("The connection ended")));
}

/** Listens and takes a number, in this order: whoever is listed as live hears every notice from then on. */
export async function openContentListener(
  connect: () => Promise<Client>,
  hearing: Hearing,
): Promise<ContentListener> {
  const client = await connect();
  hear(client, hearing);
  let last: Promise<unknown> = Promise.resolve();
  // One question after the other: a connection takes the next when the last is answered, and notices come in bursts.
  const ask = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => {
    const asked = last.then(() => client.query<Row>(text, values));
    last = asked.catch(() => undefined);
    return withinTime(asked, ANSWER_LIMIT_MS);
  };
  // A connection that no longer answers is not waited for.
  const close = () => withinTime(client.end(), 1_000).catch(() => undefined);
  try {
    await ask(`listen ${CONTENT_CHANNEL}`);
    await ask(`listen ${SYNCED_CHANNEL}`);
    const number = await withinTime(takeNumber(client), ANSWER_LIMIT_MS);
    return {
      number,
      async readVersion() {
        const { rows } = await ask<{ version: string }>("select version from content_version");
        return Number(rows[0]?.version);
      },
      async acknowledge(version) {
        await ask("select pg_notify($1, $2)", [SYNCED_CHANNEL, `${number}:${version}`]);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
