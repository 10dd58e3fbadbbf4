import { Agent } from "node:http";
import { setPriority } from "node:os";
import type { Attack, AttackName, Targets } from "./attacks.ts";
import { ATTACKS } from "./attacks.ts";
import { send } from "./send.ts";

/** What this program is told by the process that starts it. */
export type AttackOrder = {
  name: AttackName;
  port: number;
  /** Addresses of as many strangers, each in a block of its own. */
  addresses: number;
  seconds: number;
  targets: Targets;
};

/** How many responses had each status; 0 is no response. */
export type AttackResult = { statuses: Record<string, number> };

async function attack(order: AttackOrder): Promise<AttackResult> {
  const { addresses, name, port, seconds, targets } = order;
  const plan: Attack = ATTACKS[name];
  const agent = new Agent({ keepAlive: true, maxSockets: plan.atOnce });
  const statuses: Record<string, number> = {};
  const untilMs = performance.now() + seconds * 1_000;
  let requests = 0;
  async function stranger(): Promise<void> {
    while (performance.now() < untilMs) {
      requests += 1;
      const clientIp = `10.${requests % addresses}.7.9`;
      const status = await send({ agent, clientIp, port }, plan.request(targets));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: plan.atOnce }, stranger));
  agent.destroy();
  return { statuses };
}

// The honest visitors' process, on the same core, is measured: it goes first.
setPriority(5);
process.once("message", (order: AttackOrder) => {
  void attack(order).then((result) => {
    process.send?.(result);
    process.disconnect();
  });
});
