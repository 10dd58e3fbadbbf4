import fc from "fast-check";
import { expect, it } from "vitest";
import { lowerCasePath } from "./one-spelling.server.ts";

it.each([
  ["/Shop", "/shop"],
  ["/collections/Business-Attire", "/collections/business-attire"],
  ["/caf%C3%A9", "/caf%C3%A9"],
  ["/%41bout/A", "/%41bout/a"],
  ["/shop", "/shop"],
])("spells %s as %s", (path, spelled) => expect(lowerCasePath(path)).toBe(spelled));

it("is done after one step, so that no address is ever sent round in a circle", () => {
  fc.assert(
    fc.property(fc.webPath(), (path) => lowerCasePath(lowerCasePath(path)) === lowerCasePath(path)),
  );
});
