import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Running } from "./shop-process.ts";
import { killTree, runProgram, temporaryDataDir } from "./shop-process.ts";

const shopProgram = join(import.meta.dirname, "../../src/server/main.ts");
const commandProgram = join(import.meta.dirname, "../../src/server/command.ts");
const openLine = /is open at (http\S+)/;
let dataDir: ReturnType<typeof temporaryDataDir>;
let running: Running[];

function run(program: string, args: string[] = []): Running {
  const started = runProgram(program, args, {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      DATA_DIR: dataDir.path,
    },
  });
  running.push(started);
  return started;
}

beforeEach(() => {
  dataDir = temporaryDataDir();
  running = [];
});

afterEach(async () => {
  for (const program of running) {
    killTree(program, dataDir.path);
    await program.ended;
  }
  await dataDir.close();
});

/** The name and password that the command shows. */
async function newPassword(): Promise<{ username: string; password: string }> {
  const { code, stdout, stderr } = await run(commandProgram, ["admin:password"]).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, username = "", password = ""] =
    /The new password of '(\S+)' is '(\S+)'; it is shown only this once\./.exec(stdout) ?? [];
  return { username, password };
}

async function signsIn(
  address: string,
  credentials: { username: string; password: string },
): Promise<boolean> {
  const answer = await fetch(`${address}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: address },
    body: new URLSearchParams(credentials),
  });
  return answer.headers.getSetCookie().some((cookie) => cookie.startsWith("da.session_token="));
}

test("a forgotten password is replaced beside the open shop, and again while it is stopped", async () => {
  const shop = run(shopProgram);
  const address = openLine.exec(await shop.saying(openLine))?.[1] ?? "";
  const first = await newPassword();
  expect(first.username).toBe("admin");
  expect(await signsIn(address, { ...first, password: "not-the-password" })).toBe(false);
  expect(await signsIn(address, first)).toBe(true);
  shop.child.kill("SIGTERM");
  await shop.ended;

  const second = await newPassword();
  const reopened = run(shopProgram);
  const newAddress = openLine.exec(await reopened.saying(openLine))?.[1] ?? "";
  expect(await signsIn(newAddress, first)).toBe(false);
  expect(await signsIn(newAddress, second)).toBe(true);
});

test("a password of one's own comes from the keyboard, never from the command line", async () => {
  const shop = run(shopProgram);
  const address = openLine.exec(await shop.saying(openLine))?.[1] ?? "";
  const asking = run(commandProgram, ["admin:password", "admin", "--ask"]);
  asking.child.stdin?.end("linen-and-lamplight\n");
  const { code, stdout } = await asking.ended;
  expect(code).toBe(0);
  expect(stdout).not.toContain("linen-and-lamplight");
  expect(await signsIn(address, { username: "admin", password: "linen-and-lamplight" })).toBe(true);
});
