import { afterEach, beforeEach, expect, vi } from "vitest";

/** Fails on console.error, unless mocked. */
let reported: ReturnType<typeof vi.spyOn>;
let calls: unknown[][] = [];

beforeEach(() => {
  calls = [];
  reported = vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
    calls.push(args);
  });
});

afterEach(() => {
  const logged = calls;
  reported.mockRestore();
  expect(logged, "unexpected console.error").toEqual([]);
});
