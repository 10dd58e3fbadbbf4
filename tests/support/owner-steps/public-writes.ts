const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Functions of src/features that call `changeContent`, as "media/delete-media". */
export function listPublicWrites(): string[] {
  const sources = import.meta.glob<string>("../../../src/features/**/*.server.ts", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  return Object.entries(sources)
    .filter(([path]) => !path.includes(".test."))
    .flatMap(([path, source]) => {
      const feature = /features\/[^/]+\/([^/]+)/.exec(path)?.[1];
      return source
        .split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)
        .filter((part) => part.includes("changeContent("))
        .map((part) => `${feature}/${kebab(/(?:function|const) (\w+)/.exec(part)?.[1] ?? "")}`);
    })
    .toSorted();
}
