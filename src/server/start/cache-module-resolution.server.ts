import type { ResolveFnOutput, ResolveHookContext } from "node:module";
import { registerHooks } from "node:module";

const isPackage = (url: string) => url.includes("/node_modules/");

/** What the shop's own files import by name is the same file whoever asks, unless one requires it and another imports it. */
function nameOf(specifier: string, { parentURL, conditions }: ResolveHookContext): string | null {
  if (!parentURL || isPackage(parentURL) || /^(\.|\/|node:|file:)/.test(specifier)) return null;
  return `${conditions.includes("require")} ${specifier}`;
}

/** The address of a file that a package imports from its own folders. */
function ownFile(specifier: string, { parentURL }: ResolveHookContext): string | null {
  const isOwn = specifier.startsWith(".") && specifier.endsWith(".js");
  return isOwn && parentURL && isPackage(parentURL) ? new URL(specifier, parentURL).href : null;
}

const folderOf = (url: string) => url.slice(0, url.lastIndexOf("/"));

/**
 * Spares a start half of its processor time: Node 24 parses all of a package's `exports` for every file that is loaded from it, also
 * for files that import one another, and drizzle-orm has a hundred files and 180 kB of exports. Each name is looked up once, and files of one
 * folder are of one kind. The function returned ends it; what was loaded stays.
 */
export function cacheModuleResolution(): () => void {
  const named = new Map<string, ResolveFnOutput>();
  const moduleFolders = new Set<string>();
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const name = nameOf(specifier, context);
      const known = name === null ? undefined : named.get(name);
      if (known) return known;
      const url = ownFile(specifier, context);
      if (url && moduleFolders.has(folderOf(url))) {
        return { url, format: "module", shortCircuit: true };
      }
      const found = next(specifier, context);
      if (name !== null) named.set(name, { ...found, shortCircuit: true });
      if (url && found.url === url && found.format === "module") moduleFolders.add(folderOf(url));
      return found;
    },
  });
  return () => hooks.deregister();
}
