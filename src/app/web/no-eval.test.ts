import { expect, test } from "vitest";
import { z } from "zod";

test("zod keeps its configuration in the global object that the root route writes before it", () => {
  expect(z.config()).toBe(Reflect.get(globalThis, "__zod_globalConfig"));
});
