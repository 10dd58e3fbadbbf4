import { expect, test } from "vitest";
import { clientKeyOf } from "./client-key.ts";

test("a household's whole IPv6 network is one visitor, an IPv4 address mapped into IPv6 is itself", () => {
  expect(clientKeyOf("2001:db8:1:2:aaaa::1")).toBe(clientKeyOf("2001:db8:1:2:bbbb:1:2:3"));
  expect(clientKeyOf("2001:db8:1:2::1")).not.toBe(clientKeyOf("2001:db8:1:3::1"));
  expect(clientKeyOf("2001:db8::1")).toBe("2001:db8:0:0");
  expect(clientKeyOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(clientKeyOf("::ffff:cb00:7107")).toBe("203.0.113.7");
  expect(clientKeyOf("unknown")).toBe("unknown");
});
