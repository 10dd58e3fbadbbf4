import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OWNER } from "../support/order-storm/owner-client.ts";
import { shopUrlOf } from "./shop-process.ts";
import { shopSuite } from "./shop-suite.ts";

const { dataDir, start, startReady, command } = shopSuite();

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: address },
    body: new URLSearchParams(OWNER),
  });
  const cookie = response.headers
    .getSetCookie()
    .find((each) => each.startsWith("da.session_token="));
  return cookie?.slice(0, cookie.indexOf(";")) ?? "";
}

const admits = async (address: string, cookie: string) =>
  (await fetch(`${address}/admin`, { redirect: "manual", headers: { cookie } })).status === 200;

test("the owner stays signed in when the secrets rotate, until the former ones are forgotten", async () => {
  const shop = startReady();
  const cookie = await signIn(await shopUrlOf(shop));
  expect(cookie).not.toBe("");
  const file = join(dataDir().path, "secrets.json");
  const before = JSON.parse(readFileSync(file, "utf8"));
  expect(await command("secrets:rotate").ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("everyone stays signed in"),
  });
  shop.child.kill("SIGTERM");
  await shop.ended;
  const after = JSON.parse(readFileSync(file, "utf8"));
  expect(after.authSecret).not.toBe(before.authSecret);
  expect(after.oldAuthSecrets).toEqual([before.authSecret]);

  const rotated = start();
  expect(await admits(await shopUrlOf(rotated), cookie)).toBe(true);
  rotated.child.kill("SIGTERM");
  await rotated.ended;

  expect((await command("secrets:rotate", "--forget-old").ended).code).toBe(0);
  const forgetful = await shopUrlOf(start());
  expect(await admits(forgetful, cookie)).toBe(false);
  expect(await admits(forgetful, await signIn(forgetful))).toBe(true);
});
