import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import PQueue from "p-queue";
import { AppError } from "#core/app-error.ts";
import type { Logger } from "./logger.server.ts";
import type { FileBackend, StorageEnv, StoredFile } from "./storage-backend.ts";
import type { StorageLocation } from "./storage-fault.ts";
import type { Guard, StorageLimits } from "./storage-guard.server.ts";
import { createGuard, watchProgress } from "./storage-guard.server.ts";

/**
 * A read and a probe that began before the store recovers end within `responseMs` and `probeMs`: images
 * return within five seconds. Processing and storing an image takes under fifteen.
 */
const LIMITS: StorageLimits = {
  connectMs: 2_000,
  responseMs: 4_000,
  writeMs: 10_000,
  totalMs: 12_000,
  retryMs: 200,
  probeMs: 500,
};

/** A request waits at most `connectMs` for one. */
const MAX_SOCKETS = 128;

/** DeleteObjects accepts a thousand. */
const MAX_BATCH = 1_000;

/** Concurrent deletes on a store without DeleteObjects. */
const MAX_CONCURRENT_REMOVALS = 34;

/** Responses of stores without DeleteObjects, or that want a checksum newer clients do not send. */
const NO_BATCH: ReadonlySet<string> = new Set([
  "NotImplemented",
  "MethodNotAllowed",
  "MissingContentMD5",
  "InvalidRequest",
  "InvalidDigest",
  "MalformedXML",
  "XAmzContentSHA256Mismatch",
]);

function credentials(env: StorageEnv) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId && secretAccessKey) return { credentials: { accessKeyId, secretAccessKey } };
  if (!accessKeyId && !secretAccessKey) return {}; // The machine's own role has the credentials.
  throw new AppError(
    "configuration",
    "Environment: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: both or neither",
  );
}

function createConnect(env: StorageEnv, limits: StorageLimits) {
  const access = credentials(env);
  return async () => {
    // Loading takes a quarter second.
    const sdk = await import("@aws-sdk/client-s3");
    const client = new sdk.S3Client({
      ...access,
      region: env.S3_REGION ?? "us-east-1",
      ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT, forcePathStyle: true } : {}),
      // Many stores support neither ACLs nor newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // With the header the SDK opens a connection for each large file.
      expectContinueHeader: false,
      // The guard repeats: the SDK cannot repeat a stream.
      maxAttempts: 1,
      requestHandler: {
        connectionTimeout: limits.connectMs,
        httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
        httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      },
    });
    return { sdk, client };
  };
}

type Connection = { sdk: typeof import("@aws-sdk/client-s3"); client: S3Client };
type Store = {
  bucket: string;
  guard: Guard;
  limits: StorageLimits;
  connect(): Promise<Connection>;
};

/** Ends when a part is late; a pausing visitor may take any time. */
function withinProgress(body: Readable, { guard, limits }: Store): ReadableStream<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const watch = watchProgress(limits.writeMs);
      watch.signal.addEventListener("abort", () => body.destroy(), { once: true });
      try {
        const { done, value } = await parts.next();
        if (watch.signal.aborted) throw watch.signal.reason;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        body.destroy();
        throw guard.explain(watch.signal.aborted ? watch.signal.reason : error);
      } finally {
        watch.end();
      }
    },
    cancel() {
      body.destroy();
    },
  });
}

async function putFile(store: Store, key: string, path: string, type: string): Promise<void> {
  const { bucket, connect, guard, limits } = store;
  const { size } = await stat(path);
  const { client, sdk } = await connect();
  await guard.run(
    async ({ signal, touch }) => {
      async function* parts() {
        for await (const part of createReadStream(path)) {
          touch();
          yield part;
        }
      }
      const Body = Readable.from(parts(), { objectMode: false });
      const file = { Bucket: bucket, Key: key, Body, ContentLength: size, ContentType: type };
      try {
        await client.send(new sdk.PutObjectCommand(file), { abortSignal: signal });
      } finally {
        Body.destroy();
      }
    },
    { partMs: limits.writeMs, isLarge: true },
  );
}

async function get({ bucket, connect, guard, limits }: Store, key: string): Promise<Buffer> {
  const { client, sdk } = await connect();
  return guard.run(
    async ({ signal, touch }) => {
      const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: key });
      const { Body } = await client.send(command, { abortSignal: signal });
      const parts: Buffer[] = [];
      for await (const part of Body as Readable) {
        touch();
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
    { partMs: limits.responseMs },
  );
}

/** Single deletes where DeleteObjects is not known; remembers that. */
function createRemoval(store: Store) {
  const { bucket, connect, guard, limits } = store;
  let hasBatch = true;

  async function remove(key: string): Promise<void> {
    const { client, sdk } = await connect();
    const command = new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key });
    await guard.run(({ signal }) => client.send(command, { abortSignal: signal }), {
      partMs: limits.writeMs,
    });
  }

  async function removeTogether(keys: readonly string[]): Promise<void> {
    const { client, sdk } = await connect();
    const Objects = keys.map((Key) => ({ Key }));
    const command = new sdk.DeleteObjectsCommand({
      Bucket: bucket,
      Delete: { Objects, Quiet: true },
    });
    const { Errors = [] } = await guard.run(
      ({ signal }) => client.send(command, { abortSignal: signal }),
      { partMs: limits.writeMs },
    );
    const refused = Errors.filter(({ Code }) => Code !== "NoSuchKey");
    if (refused.length === 0) return;
    const [{ Code = "unknown", Key = "" } = {}] = refused;
    throw Object.assign(new Error(`${refused.length} not removed, such as ${Key}: ${Code}`), {
      name: Code,
    });
  }

  async function removeMany(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length && hasBatch; from += MAX_BATCH) {
      try {
        await removeTogether(keys.slice(from, from + MAX_BATCH));
      } catch (error) {
        if (!NO_BATCH.has(guard.nameOf(error))) throw error;
        hasBatch = false;
      }
    }
    if (hasBatch) return;
    const queue = new PQueue({ concurrency: MAX_CONCURRENT_REMOVALS });
    await Promise.all(keys.map((key) => queue.add(() => remove(key))));
  }

  return { remove, removeMany };
}

async function* list(store: Store, prefix: string): AsyncGenerator<StoredFile, void, void> {
  const { bucket, connect, guard, limits } = store;
  const { client, sdk } = await connect();
  let next: string | undefined;
  do {
    const command = new sdk.ListObjectsV2Command({
      Bucket: bucket,
      Prefix: prefix,
      ContinuationToken: next,
    });
    const page = await guard.run(({ signal }) => client.send(command, { abortSignal: signal }), {
      partMs: limits.writeMs,
    });
    for (const { Key, LastModified, Size } of page.Contents ?? []) {
      if (Key) yield { key: Key, bytes: Size ?? 0, changedAt: LastModified ?? new Date(0) };
    }
    next = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (next);
}

/**
 * A bucket on an S3-compatible server. Calls have limits; transient failures are repeated. After several in a
 * row the store is only asked twice a second (ADR 0035).
 */
export function openS3Store(
  env: StorageEnv,
  bucket: string,
  options: { limits?: Partial<StorageLimits>; logger?: Logger },
): FileBackend {
  const limits = { ...LIMITS, ...options.limits };
  const location: StorageLocation = { kind: "s3", endpoint: env.S3_ENDPOINT ?? null, bucket };
  const open = createConnect(env, limits);
  let opened: Promise<Connection> | undefined;
  const connect = () => {
    opened ??= open();
    return opened;
  };
  const head = async (signal: AbortSignal) => {
    const { client, sdk } = await connect();
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), { abortSignal: signal });
  };
  const guard = createGuard({ location, limits, logger: options.logger, probe: head });
  const store: Store = { bucket, guard, limits, connect };
  const partMs = limits.responseMs;

  return {
    location,
    async put(key, bytes, type) {
      const { client, sdk } = await connect();
      const file = { Bucket: bucket, Key: key, Body: bytes, ContentType: type };
      await guard.run(
        ({ signal }) => client.send(new sdk.PutObjectCommand(file), { abortSignal: signal }),
        { partMs: limits.writeMs },
      );
    },
    putFile: (key, path, type) => putFile(store, key, path, type),
    get: (key) => get(store, key),
    async openRange(key, { start, end }) {
      const { client, sdk } = await connect();
      const Range = `bytes=${start}-${end}`;
      const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: key, Range });
      const { Body } = await guard.run(
        ({ signal }) => client.send(command, { abortSignal: signal }),
        { partMs, isLarge: true },
      );
      return withinProgress(Body as Readable, store);
    },
    async exists(key) {
      const { client, sdk } = await connect();
      const command = new sdk.HeadObjectCommand({ Bucket: bucket, Key: key });
      await guard.run(({ signal }) => client.send(command, { abortSignal: signal }), { partMs });
      return true;
    },
    ...createRemoval(store),
    list: (prefix) => list(store, prefix),
    check: () => guard.check(),
    findTrouble: () => guard.findTrouble(),
  };
}
