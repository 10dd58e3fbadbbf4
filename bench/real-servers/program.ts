import { spawn } from "node:child_process";
import { once } from "node:events";

export type Program = { hasEnded(): boolean; end(): Promise<void> };

/** A server in the foreground; `end` waits for it. */
export function startProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Program {
  const child = spawn(program, args, { env, stdio: "ignore" });
  const ended = once(child, "exit");
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    hasEnded,
    async end() {
      if (hasEnded()) return;
      child.kill("SIGTERM");
      // Ceph's programs may wait for each other.
      const killing = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await ended;
      clearTimeout(killing);
    },
  };
}
