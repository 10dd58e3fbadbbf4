import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBucket, untilOpen } from "./object-gateway.ts";
import type { Program } from "./program.ts";
import { startProgram } from "./program.ts";

export const SWIFT_PACKAGES = [
  "swift-proxy",
  "swift-account",
  "swift-container",
  "swift-object",
  "memcached",
];

const KEYS = { access: "shop:shop", secret: "shopsecret" };

/** One process in the foreground, as the user who runs this script. */
const common = (folder: string, port: number) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
`;

const storageServer = (folder: string, port: number, kind: string) => `${common(folder, port)}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
fallocate_reserve = 0

[pipeline:main]
pipeline = ${kind}-server

[app:${kind}-server]
use = egg:swift#${kind}
recon_cache_path = ${folder}/recon
`;

/** Swift's S3 interface, in the order of its documentation. */
const FILTERS = [
  "catch_errors",
  "gatekeeper",
  "healthcheck",
  "cache",
  "listing_formats",
  "bulk",
  "s3api",
  "tempauth",
  "copy",
  "slo",
  "dlo",
  "versioned_writes",
  "symlink",
];
const filterSettings: Record<string, (memcached: number) => string> = {
  cache: (memcached) => `memcache_servers = 127.0.0.1:${memcached}`,
  s3api: () => "location = us-east-1",
  tempauth: () => `user_shop_shop = ${KEYS.secret} .admin`,
};

const proxyServer = (folder: string, port: number, memcached: number) => `${common(folder, port)}
[pipeline:main]
pipeline = ${FILTERS.join(" ")} proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${FILTERS.map(
  (name) => `
[filter:${name}]
use = egg:swift#${name === "cache" ? "memcache" : name}
${filterSettings[name]?.(memcached) ?? ""}`,
).join("\n")}
`;

const SWIFT_CONF = `
[swift-hash]
swift_hash_path_suffix = shop
swift_hash_path_prefix = shop

[storage-policy:0]
name = one
default = yes
`;

/** OpenStack Swift with one device and its S3 interface on loopback; `await using` ends its programs. */
export async function startSwift(root: string, ports: readonly number[]) {
  const [proxy = 0, memcached = 0, ...storagePorts] = ports;
  const folder = join(root, "swift");
  for (const name of ["devices/one", "recon"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "swift.conf"), SWIFT_CONF);
  const programs: Program[] = [];
  const end = async () => {
    for (const program of programs.reverse()) await program.end();
  };
  try {
    programs.push(
      startProgram("memcached", ["-u", "root", "-l", "127.0.0.1", "-p", String(memcached)]),
    );
    for (const [index, kind] of ["account", "container", "object"].entries()) {
      const port = storagePorts[index] ?? 0;
      const ring = (...args: string[]) =>
        execFileSync("swift-ring-builder", [join(folder, `${kind}.builder`), ...args]);
      ring("create", "4", "1", "0");
      ring("add", `r1z1-127.0.0.1:${port}/one`, "1");
      ring("rebalance");
      const file = join(folder, `${kind}-server.conf`);
      writeFileSync(file, storageServer(folder, port, kind));
      programs.push(startProgram(`swift-${kind}-server`, [file]));
    }
    const file = join(folder, "proxy-server.conf");
    writeFileSync(file, proxyServer(folder, proxy, memcached));
    programs.push(startProgram("swift-proxy-server", [file]));
    await untilOpen(`http://127.0.0.1:${proxy}/healthcheck`, "Swift");
  } catch (error) {
    await end();
    throw error;
  }
  return {
    createBucket: (name: string) => createBucket(`http://127.0.0.1:${proxy}`, name, KEYS),
    [Symbol.asyncDispose]: end,
  };
}
