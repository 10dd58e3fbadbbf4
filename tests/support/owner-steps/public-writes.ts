import { globSync, readFileSync } from "node:fs";

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Functions of src/features that call `changeContent`, as "media/delete-media". */
export function listPublicWrites(): string[] {
  return globSync("src/features/**/*.server.ts")
    .filter((path) => !path.includes(".test."))
    .flatMap((path) => {
      const feature = /features\/[^/]+\/([^/]+)/.exec(path)?.[1];
      return readFileSync(path, "utf8")
        .split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)
        .filter((part) => part.includes("changeContent("))
        .map((part) => `${feature}/${kebab(/(?:function|const) (\w+)/.exec(part)?.[1] ?? "")}`);
    })
    .toSorted();
}
