import { expect, test } from "vitest";
import { parseEnv } from "./env.server.ts";

test.each([
  [{ GOOGLE_CLIENT_ID: "id" }, "GOOGLE_CLIENT_SECRET: required when GOOGLE_CLIENT_ID is set"],
  [{ APPLE_CLIENT_SECRET: "s" }, "APPLE_CLIENT_ID: required when APPLE_CLIENT_SECRET is set"],
  [
    { APPLE_CLIENT_ID: "id", APPLE_CLIENT_SECRET: "s", PUBLIC_URL: "http://shop.example" },
    "APPLE_CLIENT_ID: Apple leads back to https addresses only",
  ],
  [
    { MAIL_BOUNCE_ADDRESS: "bounces@shop.example" },
    "MAIL_BOUNCE_SECRET: required when MAIL_BOUNCE_ADDRESS is set",
  ],
  [{ MAIL_BOUNCE_ADDRESS: "bounces+x@shop.example" }, "MAIL_BOUNCE_ADDRESS: at most 15"],
  [{ MAIL_BOUNCE_ADDRESS: "sixteen-letters-@shop.example" }, "MAIL_BOUNCE_ADDRESS: at most 15"],
  [{ MAIL_BOUNCE_SECRET: "short" }, "MAIL_BOUNCE_SECRET"],
  [{ WEB_CONCURRENCY: "2" }, "WEB_CONCURRENCY: more than one process needs DATABASE_URL"],
  [{ TRUSTED_PROXIES: "0" }, "TRUSTED_PROXIES: the number of proxies in front of the shop"],
  [{ TRUSTED_PROXIES: "11" }, "TRUSTED_PROXIES: the number"],
  [{ TRUSTED_PROXIES: "nginx" }, "TRUSTED_PROXIES: the number"],
  [{ TRUSTED_PROXIES: "10.0.0.0/33" }, "TRUSTED_PROXIES: the number"],
  [{ TRUSTED_PROXIES: "10.0.0.1,,10.0.0.2" }, "TRUSTED_PROXIES: the number"],
  [{ TRUSTED_PROXIES: "true" }, "TRUSTED_PROXIES: the number"],
])("the start is refused with %j, by name and with the reason", (variables, message) => {
  expect(() => parseEnv(variables)).toThrow(message);
});

test("both halves of a provider's credentials, or none, are right", () => {
  expect(parseEnv({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "s" })).toMatchObject({
    GOOGLE_CLIENT_ID: "id",
  });
  expect(parseEnv({ GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "" })).not.toHaveProperty(
    "GOOGLE_CLIENT_ID",
    "id",
  );
});

test.each<[string, unknown]>([
  ["", undefined],
  ["1", 1],
  [" 2 ", 2],
  ["10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
  ["2001:db8::/32", ["2001:db8::/32"]],
])("TRUSTED_PROXIES=%j is a number of proxies or their networks", (text, expected) => {
  expect(parseEnv({ TRUSTED_PROXIES: text }).TRUSTED_PROXIES).toEqual(expected);
});
