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
  [{ SMTP_URL: "localhost:587" }, "SMTP_URL: smtp://user:password@host:587"],
  [{ SMTP_URL: "http://mail.shop.example" }, "SMTP_URL: smtp://user:password@host:587"],
  [{ SMTP_URL: "mail.shop.example" }, "SMTP_URL: smtp://user:password@host:587"],
  [{ SMTP_URL: "smtp://" }, "SMTP_URL: smtp://user:password@host:587"],
  [{ SMTP_URL: "smtp://rosa:s3cr3t/1@mail.shop.example" }, "SMTP_URL: smtp://"],
  [{ SMTP_URL: "smtp://rosa:100%@mail.shop.example" }, "SMTP_URL: the user name or password"],
  [{ SMTP_CONNECTIONS: "0" }, "SMTP_CONNECTIONS: "],
  [{ MAIL_FROM: "Demerara Atelier" }, "MAIL_FROM: one address, such as"],
  [{ MAIL_FROM: "Demerara Atelier <atelier>" }, "MAIL_FROM: one address, such as"],
  [{ MAIL_FROM: "a@shop.example, b@shop.example" }, "MAIL_FROM: one address, such as"],
  [{ MAIL_FROM: "Rosa <a@shop.example" }, "MAIL_FROM: one address, such as"],
  [{ MAIL_FROM: "Rosa\r\nBcc: <a@shop.example>" }, "MAIL_FROM: one address, such as"],
  [{ S3_BUCKET: "s3://shop" }, "S3_BUCKET: the name alone"],
  [{ S3_BUCKET: "shop/images" }, "S3_BUCKET: the name alone"],
  [
    { S3_BUCKET: "shop", S3_ENDPOINT: "store:9000" },
    "S3_ENDPOINT: http://host:port or https://host",
  ],
  [{ S3_BUCKET: "shop", S3_ENDPOINT: "store.example" }, "S3_ENDPOINT: "],
  [{ S3_BUCKET: "shop", S3_ENDPOINT: "s3://store.example" }, "S3_ENDPOINT: http://host:port"],
  [
    { S3_BUCKET: "shop", S3_ENDPOINT: "https://store.example/shop" },
    "S3_ENDPOINT: without the bucket",
  ],
  [{ S3_ENDPOINT: "https://store.example" }, "S3_BUCKET: required when S3_ENDPOINT is set"],
  [{ S3_BUCKET: "shop", S3_ACCESS_KEY_ID: "id" }, "S3_SECRET_ACCESS_KEY: required when"],
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

test("a refused SMTP_URL does not repeat its password", () => {
  const start = () => parseEnv({ SMTP_URL: "smtp://rosa:s3cr3t/1@mail.shop.example" });
  expect(start).toThrow("SMTP_URL");
  expect(start).not.toThrow("s3cr3t");
});

test.each([
  { SMTP_URL: "smtp://localhost" },
  { SMTP_URL: "smtp://127.0.0.1:2525" },
  { SMTP_URL: "smtps://rosa%40shop.example:p%2Fw%25@mail.shop.example:465" },
  { SMTP_URL: "smtp://rosa:pw@[::1]:587?ignoreTLS=true" },
  { SMTP_URL: "" },
  { MAIL_FROM: "atelier@shop.example" },
  { MAIL_FROM: "atelier@localhost" },
  { MAIL_FROM: "Demerara Atelier <atelier@shop.example>" },
  { MAIL_FROM: '"Atelier, Demerara" <atelier@mail.shop.example>' },
  { MAIL_FROM: "Çelik Atölye <atelier@shop.example>" },
  { S3_BUCKET: "demerara-images.2026" },
  { S3_BUCKET: "shop", S3_ENDPOINT: "http://127.0.0.1:9000" },
  { S3_BUCKET: "shop", S3_ENDPOINT: "http://shop/" },
  { S3_BUCKET: "shop", S3_ENDPOINT: "https://project.example/storage/v1/s3" },
])("a right address starts the shop: %j", (variables) => {
  expect(() => parseEnv(variables)).not.toThrow();
});
