import { expect, test } from "vitest";
import { AppError } from "#core/app-error.ts";
import { explainStartupError } from "./startup-errors.ts";

const failure = (message: string, details: object) => Object.assign(new Error(message), details);

test("a startup error with a known cause becomes one line that says what to do", () => {
  const damaged = failure("invalid page in block 3 of relation base/5/16400", { code: "XX001" });
  const cases: [unknown, RegExp][] = [
    [new AppError("configuration", "PORT: 80 is taken"), /^PORT: 80 is taken$/],
    [new Error("Failed query", { cause: damaged }), /damaged: invalid page.*npm run restore/],
    [failure("ENOSPC: no space left on device, write", { code: "ENOSPC" }), /disk.*full/],
    [failure("could not extend file", { code: "53100" }), /disk.*full/],
    [
      failure("ENOENT: no such file", { code: "ENOENT", path: "/shop/demo/images/a.jpg" }),
      /^\/shop\/demo\/images\/a\.jpg is missing/,
    ],
    [
      failure("Cannot find package 'hono' imported from /shop/src/a.ts", {
        code: "ERR_MODULE_NOT_FOUND",
      }),
      /^hono is missing: run 'npm ci'/,
    ],
  ];
  for (const [error, line] of cases) {
    const explained = explainStartupError(error);
    expect(explained).toMatch(line);
    expect(explained).not.toContain("\n");
  }
});

test("a programming error has no explanation and is printed whole", () => {
  expect(explainStartupError(new TypeError("x is not a function"))).toBeNull();
});
