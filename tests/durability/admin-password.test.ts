import { expect, test } from "vitest";
import { OWNER } from "../support/shop/owner-account.ts";
import { shopUrlOf } from "../support/shop/shop-process.ts";
import { shopSuite } from "./shop-suite.ts";

const { start, startReady, command } = shopSuite();

async function newPassword(): Promise<{ username: string; password: string }> {
  const { code, stdout, stderr } = await command("admin:password").ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, username = "", password = ""] =
    /The new password of '(\S+)' is '(\S+)'; it is shown only this once\./.exec(stdout) ?? [];
  return { username, password };
}

async function signsIn(
  address: string,
  credentials: { username: string; password: string },
): Promise<boolean> {
  const response = await fetch(`${address}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: address },
    body: new URLSearchParams(credentials),
  });
  return response.headers.getSetCookie().some((cookie) => cookie.startsWith("da.session_token="));
}

test("a forgotten password is replaced while the shop runs and while it is stopped", async () => {
  const shop = startReady();
  const address = await shopUrlOf(shop);
  const first = await newPassword();
  expect(first.username).toBe(OWNER.username);
  expect(await signsIn(address, { ...first, password: "not-the-password" })).toBe(false);
  expect(await signsIn(address, first)).toBe(true);
  shop.child.kill("SIGTERM");
  await shop.ended;

  const second = await newPassword();
  const reopened = start();
  const newAddress = await shopUrlOf(reopened);
  expect(await signsIn(newAddress, first)).toBe(false);
  expect(await signsIn(newAddress, second)).toBe(true);
});

test("a chosen password is read from the keyboard, never from the command line", async () => {
  const shop = startReady();
  const address = await shopUrlOf(shop);
  const asking = command("admin:password", OWNER.username, "--ask");
  asking.child.stdin?.end("linen-and-lamplight\n");
  const { code, stdout } = await asking.ended;
  expect(code).toBe(0);
  expect(stdout).not.toContain("linen-and-lamplight");
  const chosen = { username: OWNER.username, password: "linen-and-lamplight" };
  expect(await signsIn(address, chosen)).toBe(true);
});
