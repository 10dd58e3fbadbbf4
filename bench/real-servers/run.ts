import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../../tests/support/free-port.ts";
import { makeRunFolder } from "../../tests/support/run-folder.ts";
import { installPackages } from "./debian-packages.ts";
import { sendAllKinds } from "./mail-delivery.ts";
import { MAIL_PACKAGES, startMailServer } from "./mail-server.ts";
import type { ObjectGateway } from "./object-gateway.ts";
import { GATEWAY_PACKAGES, startObjectGateway } from "./object-gateway.ts";
import { backUpAndRestore, closeShop, openShop, readImages, uploadFilm } from "./shop-on-store.ts";
import { SWIFT_PACKAGES, startSwift } from "./swift.ts";

/**
 * `npm run real-servers [-- --storage swift] [-- --without-mail]`: the shop against Ceph's radosgw or OpenStack
 * Swift, and against Postfix, on loopback (docs/operations/scale.md). Exits with 1 when something is not right.
 */
const options = parseArgs({
  options: {
    storage: { type: "string", default: "radosgw" },
    "without-mail": { type: "boolean", default: false },
  },
}).values;
const isSwift = options.storage === "swift";
const failures: string[] = [];

function report(name: string, text: string, isRight: boolean): void {
  if (!isRight) failures.push(name);
  console.log(`${isRight ? "pass" : "FAIL"}  ${name}: ${text}`);
}

async function runContract(gateway: ObjectGateway, folder: string): Promise<void> {
  const bucket = await gateway.createBucket("contract");
  const output = join(folder, "contract.json");
  const startedMs = performance.now();
  spawnSync(
    "npx",
    ["vitest", "run", "tests/integration", "--reporter=json", `--outputFile=${output}`],
    {
      stdio: "ignore",
      env: {
        ...process.env,
        CONTRACT_S3_ENDPOINT: bucket.S3_ENDPOINT,
        CONTRACT_S3_BUCKET: bucket.S3_BUCKET,
        CONTRACT_S3_KEY: bucket.S3_ACCESS_KEY_ID,
        CONTRACT_S3_SECRET: bucket.S3_SECRET_ACCESS_KEY,
      },
    },
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  const { numFailedTests, numPassedTests, numPendingTests, testResults } = JSON.parse(
    readFileSync(output, "utf8"),
  );
  const text = `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped, ${seconds.toFixed(0)} s`;
  report("contract", text, numFailedTests === 0 && numPassedTests > 30 && numPendingTests === 0);
  for (const { assertionResults } of testResults) {
    for (const { failureMessages, fullName, status } of assertionResults) {
      if (status === "failed")
        console.log(`      ${fullName}: ${failureMessages[0]?.slice(0, 300)}`);
    }
  }
}

async function runShop(gateway: ObjectGateway, folder: string): Promise<void> {
  const from = await gateway.createBucket("shop");
  const to = await gateway.createBucket("restored");
  const shop = await openShop(from);
  report("first start", `${shop.seconds.toFixed(1)} s with the demo's files`, true);
  try {
    const film = await uploadFilm(shop);
    const sizes = `sent in ${film.sendS.toFixed(1)} s over ${film.cuts} lost connections, stored in ${film.storeS.toFixed(1)} s`;
    report("upload of 60 MB", `${sizes}, ${film.isEqual ? "equal" : "different"}`, film.isEqual);
    const read = await readImages(shop.url);
    const latency = `p50 ${read.p50.toFixed(1)} ms, p99 ${read.p99.toFixed(1)} ms when stored`;
    report(
      "images",
      `${read.requests} requests of ${read.pages} pages, ${read.failures} failed, ${latency}`,
      read.failures === 0 && read.requests > 500,
    );
    const copy = await backUpAndRestore(shop, from, to, folder);
    const took = `backup ${copy.backupS.toFixed(1)} s (${(copy.bytes / 1e6).toFixed(0)} MB), restore ${copy.restoreS.toFixed(1)} s`;
    report(
      "backup and restore into another bucket",
      `${took}, ${copy.originals} files, ${copy.different} different, ${copy.images.failures} of ${copy.images.requests} images failed`,
      copy.different === 0 && copy.originals > 100 && copy.images.failures === 0,
    );
  } finally {
    await closeShop(shop);
    await shop.dataDir.close();
  }
}

async function runMails(folder: string): Promise<void> {
  await using server = await startMailServer(folder, await freePort());
  const { kinds, problems, received, seconds } = await sendAllKinds(server);
  report(
    "emails through Postfix",
    `${kinds} kinds, ${received} delivered in ${seconds.toFixed(1)} s, ${problems.length} problems ${problems.join("; ")}`,
    problems.length === 0 && received === kinds,
  );
}

async function runStorage(folder: string): Promise<void> {
  const startedMs = performance.now();
  const ports = await Promise.all(Array.from({ length: 5 }, freePort));
  await using gateway = isSwift
    ? await startSwift(folder, ports)
    : await startObjectGateway(folder, [ports[0] ?? 0, ports[1] ?? 0]);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  console.log(`${isSwift ? "Swift" : "radosgw"} is open after ${seconds} s`);
  await runContract(gateway, folder);
  await runShop(gateway, folder);
}

installPackages([
  ...(isSwift ? SWIFT_PACKAGES : GATEWAY_PACKAGES),
  ...(options["without-mail"] ? [] : MAIL_PACKAGES),
]);
const folder = makeRunFolder("atelier-real-servers");
try {
  if (!options["without-mail"]) await runMails(folder);
  await runStorage(folder);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exitCode = failures.length > 0 ? 1 : 0;
