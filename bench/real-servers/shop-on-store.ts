import { createHash, randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { UPLOAD_CHUNK_BYTES } from "#features/base/media/upload-rules.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { OWNER } from "../../tests/support/shop/owner-account.ts";
import type { Running } from "../../tests/support/shop/shop-process.ts";
import {
  killTree,
  runProgram,
  shopUrlOf,
  shopVariables,
  temporaryDataDir,
} from "../../tests/support/shop/shop-process.ts";
import { uploadClient } from "../../tests/support/upload-client.ts";

type Settings = Readonly<Record<string, string>>;

const FILM_BYTES = 60_000_000;
const READERS = 8;

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function request(url: string, options: RequestInit = {}) {
  const response = await fetch(url, { redirect: "manual", ...options });
  const body = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, body, cookies: response.headers.getSetCookie() };
}

/** A shop whose files are in a bucket, with a data folder of its own; `close` ends it. */
export async function openShop(settings: Settings, dataDir = temporaryDataDir()) {
  const owner = { ADMIN_USERNAME: OWNER.username, ADMIN_PASSWORD: OWNER.password };
  const env = { ...shopVariables(dataDir.path), ...owner, ...settings };
  const startedMs = performance.now();
  const shop = runProgram("src/server/main.ts", [], { env });
  const url = await shopUrlOf(shop);
  const seconds = (performance.now() - startedMs) / 1_000;
  return { dataDir, env, seconds, shop, url };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

export async function closeShop({ dataDir, shop }: { dataDir: Shop["dataDir"]; shop: Running }) {
  shop.child.kill("SIGTERM");
  await shop.ended;
  killTree(shop, dataDir.path);
}

async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams(OWNER);
  const { cookies } = await request(`${url}/login`, {
    method: "POST",
    body,
    headers: { origin: url },
  });
  return cookies.map((each) => each.split(";")[0]).join("; ");
}

/** Sends half of a chunk and closes the connection, as a lost network does. */
async function cutChunk(url: string, head: string, bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(head);
      socket.write(bytes.subarray(0, bytes.length / 2), () => socket.destroy());
    });
    socket.on("close", () => resolve());
  });
}

/** Uploads a film with a connection that is lost ten times, and reads it again. */
export async function uploadFilm({ url }: Shop) {
  const cookie = await signIn(url);
  const film = Buffer.concat([
    Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isomavc1", "latin1"),
    Buffer.from(Uint32Array.of(FILM_BYTES + 8).buffer).swap32(),
    Buffer.from("mdat"),
    randomBytes(FILM_BYTES),
  ]);
  const client = uploadClient({
    cookie,
    host: {
      request: (path, { body, headers, method } = {}) =>
        request(url + path, {
          method: method ?? "GET",
          headers: { ...(headers as object), origin: url },
          ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
        }),
    },
  });
  const startedMs = performance.now();
  const path = await client.open({ name: "film.mp4", type: "video/mp4", size: film.length });
  let cuts = 0;
  for (let offset = 0; offset < film.length; ) {
    const part = film.subarray(offset, offset + UPLOAD_CHUNK_BYTES);
    if (cuts < 10 && offset >= (cuts + 1) * 5_000_000) {
      cuts += 1;
      await cutChunk(url, client.chunkHead(path, offset, part.length), part);
    }
    await client.chunk(path, offset, part);
    offset = Number((await client.request("HEAD", path)).headers["upload-offset"]);
  }
  const sentMs = performance.now();
  const finished = JSON.parse((await client.finish(path)).body.toString());
  const storedMs = performance.now();
  const { body } = await request(`${url}/videos/${finished.id}.mp4`);
  return {
    cuts,
    isEqual: hash(body) === hash(film),
    sendS: (sentMs - startedMs) / 1_000,
    storeS: (storedMs - sentMs) / 1_000,
  };
}

const locations = (xml: Buffer) =>
  [...xml.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);

/** Requests the images of every page in three sizes, first made and then stored. */
export async function readImages(url: string) {
  const parts = locations((await request(`${url}/sitemap.xml`)).body);
  const paths = (await Promise.all(parts.map((part) => request(url + part)))).flatMap(({ body }) =>
    locations(body),
  );
  const ids = new Set<string>();
  let failures = 0;
  for (const path of paths) {
    const { body, status } = await request(url + path);
    if (status !== 200) failures += 1;
    for (const [, id = ""] of body.toString().matchAll(/\/images\/([\da-f-]{36})\//g)) ids.add(id);
  }
  const wanted = [...ids].flatMap((id) =>
    [160, 320, 640].map((width) => `/images/${id}/${width}.avif`),
  );
  const hashes = new Map<string, string>();
  const times: number[] = [];
  const readAll = async (onRead: (path: string, body: Buffer, ms: number) => void) => {
    const rest = wanted.values();
    const reader = async () => {
      for (const path of rest) {
        const startedMs = performance.now();
        const { body, status } = await request(url + path);
        if (status !== 200) failures += 1;
        onRead(path, body, performance.now() - startedMs);
      }
    };
    await Promise.all(Array.from({ length: READERS }, reader));
  };
  await readAll((path, body) => void hashes.set(path, hash(body)));
  await readAll((path, body, ms) => {
    times.push(ms);
    if (hashes.get(path) !== hash(body)) failures += 1;
  });
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    pages: paths.length,
    requests: 2 * wanted.length,
    failures,
    p50: at(0.5),
    p99: at(0.99),
  };
}

/** Every original of a bucket by key. */
async function readOriginals(settings: Settings): Promise<Map<string, string>> {
  const files = createFileStore({
    DATA_DIR: "",
    S3_REGION: undefined,
    S3_BUCKET: settings.S3_BUCKET,
    S3_ENDPOINT: settings.S3_ENDPOINT,
    S3_ACCESS_KEY_ID: settings.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: settings.S3_SECRET_ACCESS_KEY,
  });
  const found = new Map<string, string>();
  for await (const { key } of files.list("media/")) {
    found.set(key, hash((await files.get(key)) ?? Buffer.alloc(0)));
  }
  return found;
}

/** Backs up the running shop, restores it into another bucket, and opens that shop. */
export async function backUpAndRestore(shop: Shop, from: Settings, to: Settings, folder: string) {
  const file = join(folder, "shop.backup");
  const command = async (name: string, env: NodeJS.ProcessEnv) => {
    const startedMs = performance.now();
    const { code, stderr, stdout } = await runProgram("src/server/commands/main.ts", [name, file], {
      env,
    }).ended;
    if (code !== 0) throw new Error(`${name}: ${stdout}${stderr}`);
    return (performance.now() - startedMs) / 1_000;
  };
  const backupS = await command("backup", shop.env);
  const dataDir = temporaryDataDir();
  try {
    const restoreS = await command("restore", { ...shopVariables(dataDir.path), ...to });
    const restored = await openShop(to, dataDir);
    const images = await readImages(restored.url);
    await closeShop(restored);
    const originals = await readOriginals(from);
    const copies = await readOriginals(to);
    const different = [...originals].filter(([key, bytes]) => copies.get(key) !== bytes).length;
    const bytes = statSync(file).size;
    return { backupS, restoreS, bytes, originals: originals.size, different, images };
  } finally {
    await dataDir.close();
  }
}
