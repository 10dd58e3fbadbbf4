import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Program } from "./program.ts";
import { startProgram } from "./program.ts";

export const GATEWAY_PACKAGES = ["ceph-mon", "ceph-osd", "radosgw", "ceph-common"];

const KEYS = { access: "shopkey", secret: "shopsecret" };

/** A cluster of one that holds its objects in memory, on loopback, without authentication between its parts. */
const configuration = (folder: string, monitor: number, gateway: number, id: string) => `
[global]
fsid = ${id}
mon_host = v1:127.0.0.1:${monitor}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
mon_data_avail_warn = 1
osd_objectstore = memstore
memstore_device_bytes = 3221225472
ms_bind_msgr2 = false
osd_data = ${folder}/osd
mon_data = ${folder}/mon
rgw_data = ${folder}/rgw
run_dir = ${folder}/run
crash_dir = ${folder}/run
log_file = ${folder}/$name.log
pid_file = ${folder}/$name.pid
admin_socket = ${folder}/run/$name.asok
rgw_frontends = beast endpoint=127.0.0.1:${gateway} tcp_nodelay=1
`;

export async function untilOpen(url: string, name: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await fetch(url).catch(() => null)) return;
    await wait(200);
  }
  throw new Error(`${name} did not open`);
}

/** The shop's settings for a new bucket. */
export async function createBucket(
  endpoint: string,
  name: string,
  keys: { access: string; secret: string },
) {
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const client = new S3Client({
    endpoint,
    forcePathStyle: true,
    region: "us-east-1",
    credentials: { accessKeyId: keys.access, secretAccessKey: keys.secret },
  });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_ACCESS_KEY_ID: keys.access,
    S3_SECRET_ACCESS_KEY: keys.secret,
  };
}

/** Ceph's radosgw on a cluster of one; `await using` ends its three programs. */
export async function startObjectGateway(
  root: string,
  [monitor, gateway]: readonly [number, number],
) {
  const folder = join(root, "ceph");
  for (const name of ["mon", "osd", "run", "rgw"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  chmodSync(folder, 0o755);
  const file = join(folder, "ceph.conf");
  const id = randomUUID();
  writeFileSync(file, configuration(folder, monitor, gateway, id));
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { timeout: 120_000, stdio: ["ignore", "pipe", "pipe"] });
  const programs: Program[] = [];
  const start = (program: string, ...args: string[]) => {
    const started = startProgram(program, ["-c", file, ...args, "-f"]);
    programs.push(started);
    return started;
  };
  const isStorageUp = () => {
    const state = run("ceph", "-c", file, "osd", "stat", "--format", "json");
    return JSON.parse(String(state)).num_up_osds > 0;
  };

  const endpoint = `http://127.0.0.1:${gateway}`;
  const end = async () => {
    for (const program of programs.reverse()) await program.end();
  };
  try {
    const keyring = join(folder, "keyring");
    const map = join(folder, "monmap");
    run(
      "ceph-authtool",
      "--create-keyring",
      keyring,
      "--gen-key",
      "-n",
      "mon.",
      "--cap",
      "mon",
      "allow *",
    );
    run("monmaptool", "--create", "--fsid", id, "--addv", "a", `[v1:127.0.0.1:${monitor}]`, map);
    run("ceph-mon", "-c", file, "--mkfs", "-i", "a", "--monmap", map, "--keyring", keyring);
    start("ceph-mon", "-i", "a");
    const storage = randomUUID();
    run("ceph", "-c", file, "--connect-timeout", "60", "osd", "new", storage);
    run("ceph-osd", "-c", file, "-i", "0", "--mkfs", "--osd-uuid", storage);
    let daemon = start("ceph-osd", "-i", "0");
    for (let tries = 0; tries < 60 && !isStorageUp(); tries += 1) {
      // Ceph 16 ends with "wrong fsid" when its first question comes before it knows the cluster.
      if (daemon.hasEnded()) daemon = start("ceph-osd", "-i", "0");
      await wait(500);
    }
    start("radosgw", "-n", "client.rgw");
    await untilOpen(endpoint, "radosgw");
    const names = ["--uid=shop", "--display-name=shop"];
    const keys = [`--access-key=${KEYS.access}`, `--secret-key=${KEYS.secret}`];
    run("radosgw-admin", "-c", file, "user", "create", ...names, ...keys);
  } catch (error) {
    await end();
    const log = readFileSync(join(folder, "client.rgw.log"), { encoding: "utf8", flag: "a+" });
    throw new Error(`radosgw did not start: ${log.slice(-1_000)}`, { cause: error });
  }

  return {
    createBucket: (name: string) => createBucket(endpoint, name, KEYS),
    [Symbol.asyncDispose]: end,
  };
}

export type ObjectGateway = Awaited<ReturnType<typeof startObjectGateway>>;
