import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { loader } from "#app/shell/not-found.tsx";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/not-found.ts";

// Specification 2.18
test("an address that does not exist is answered 404 and its path is logged", () => {
  const lines: unknown[] = [];
  const context = new RouterContextProvider();
  const logger = { info: (...line: unknown[]) => lines.push(line) };
  context.set(depsContext, { logger } as unknown as AppDeps);
  const url = new URL("http://shop.test/kaieteur-fall?from=mail");
  const response = loader({ url, context } as unknown as Route.LoaderArgs);
  expect(response.init?.status).toBe(404);
  expect(lines).toEqual([[{ path: "/kaieteur-fall" }, "page not found"]]);
});
