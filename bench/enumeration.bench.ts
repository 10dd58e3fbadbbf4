import { pino } from "pino";
import { handleAuthForm } from "#app/auth/handle-auth-form.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { rateLimits } from "#db/schema/identity.server.ts";
import { visitorEntries } from "#db/schema/visitor-entries.server.ts";
import { requestPasswordReset } from "#features/base/identity/reset-password.server.ts";
import { accountShop, ROSA } from "#tests/support/customers.ts";
import { formPost, SHOP_ORIGIN } from "#tests/support/identity.ts";
import { startTemporaryCluster } from "#tests/support/temporary-cluster.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";

/** Odd, for a middle value; quick requests vary more. */
const QUICK_ROUNDS = 601;
const WARM_UP = 5;

const wall = () => performance.now();
/** Unaffected by other processes. */
const processor = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

type Form = {
  name: string;
  rounds: number;
  watch(): number;
  send(email: string): Promise<unknown>;
};

/** A form must take as long for a known as for an unknown email. */
export async function measure(): Promise<Metric[]> {
  const cluster = await startTemporaryCluster();
  const url = cluster.urlOf("postgres");
  await migrateDatabase(url);
  const handle = openDatabase({ url, maxConnections: 4 });
  const shop = accountShop(handle, { passwords: undefined });
  await shop.register();
  const logger = pino({ level: "silent" });
  const deps = { ...shop.deps, env: {}, logger, publicUrl: SHOP_ORIGIN };
  const register = async (email: string) => {
    const request = formPost("/auth?tab=create-account", { ...ROSA, email });
    return handleAuthForm(deps, { request, tab: "create-account", next: "/profile" });
  };
  const forms: Form[] = [
    {
      name: "sign-in",
      rounds: 41,
      watch: processor,
      send: (email) => shop.signIn({ email, password: "not-the-password-1" }),
    },
    {
      name: "forgotten password",
      rounds: QUICK_ROUNDS,
      watch: wall,
      send: (email) => requestPasswordReset(shop.deps, { email, request: formPost("/auth", {}) }),
    },
    { name: "registration", rounds: 21, watch: wall, send: register },
  ];
  let strangers = 0;
  const metrics: Metric[] = [];
  for (const { name, rounds, watch, send } of forms) {
    const known: number[] = [];
    const unknown: number[] = [];
    const time = async (email: string, times: number[]) => {
      // Refused attempts cost less.
      await handle.db.delete(rateLimits);
      await handle.db.delete(visitorEntries);
      const before = watch();
      await send(email);
      times.push(watch() - before);
    };
    for (let round = 0; round < WARM_UP + rounds; round += 1) {
      strangers += 1;
      const asks = [
        () => time(ROSA.email, known),
        () => time(`stranger-${strangers}@example.com`, unknown),
      ];
      // The second request has warm caches.
      for (const request of round % 2 === 0 ? asks : asks.reverse()) await request();
    }
    // Pairs meet the same load.
    const ratios = known.map((ms, round) => ms / (unknown[round] ?? Number.NaN)).slice(WARM_UP);
    console.log(
      `  ${name}: known ${median(known).toFixed(1)} ms, unknown ${median(unknown).toFixed(1)} ms`,
    );
    metrics.push({
      subject: `${name}, time of a known to an unknown address`,
      value: median(ratios),
    });
  }
  await handle.close();
  await cluster.close();
  return metrics;
}
