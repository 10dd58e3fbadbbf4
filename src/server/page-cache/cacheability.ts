/** "shared": the route answers everyone alike and said so; "own": every visitor gets an answer of their own. */
export type Cacheability = "shared" | "own";

const MOST_REMEMBERED = 20_000;

/** Remembers what routes said about their paths, so that a private page never waits for, or meets, another visitor's render. */
/** The memory of path kinds. */
export type CacheabilityMap = {
  of(pathname: string): Cacheability | undefined;
  learn(pathname: string, kind: Cacheability): void;
};

/** An empty memory; past its limit it forgets the path learned first. */
export function createCacheabilityMap(): CacheabilityMap {
  const kinds = new Map<string, Cacheability>();
  return {
    of: (pathname: string) => kinds.get(pathname),
    learn(pathname: string, kind: Cacheability): void {
      if (!kinds.has(pathname) && kinds.size >= MOST_REMEMBERED) {
        const oldest = kinds.keys().next().value;
        if (oldest !== undefined) kinds.delete(oldest);
      }
      kinds.set(pathname, kind);
    },
  };
}
