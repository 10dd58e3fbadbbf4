import { expect, test } from "vitest";
import { clientKeyOf, networkBlockOf } from "./client-key.ts";

test("a household's whole IPv6 network is one visitor, an IPv4 address mapped into IPv6 is itself", () => {
  expect(clientKeyOf("2001:db8:1:2:aaaa::1")).toBe(clientKeyOf("2001:db8:1:2:bbbb:1:2:3"));
  expect(clientKeyOf("2001:db8:1:2::1")).not.toBe(clientKeyOf("2001:db8:1:3::1"));
  expect(clientKeyOf("2001:db8::1")).toBe("2001:db8:0:0");
  expect(clientKeyOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(clientKeyOf("::ffff:cb00:7107")).toBe("203.0.113.7");
  expect(clientKeyOf("unknown")).toBe("unknown");
});

test("a network block is an IPv4 /24 or an IPv6 /48", () => {
  expect(networkBlockOf("203.0.113.7")).toBe(networkBlockOf("::ffff:203.0.113.200"));
  expect(networkBlockOf("203.0.114.7")).not.toBe(networkBlockOf("203.0.113.7"));
  expect(networkBlockOf("2001:db8:1:2::1")).toBe(networkBlockOf("2001:db8:1:ffff::9"));
  expect(networkBlockOf("2001:db8:2::1")).not.toBe(networkBlockOf("2001:db8:1::1"));
  expect(networkBlockOf("unknown")).toBe("unknown");
});
