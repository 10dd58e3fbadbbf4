import { basename } from "node:path";
import type { Plugin, Rollup } from "vite";
import { build } from "vite";

const TEXT_SUFFIX = "?program";
const URL_SUFFIX = "?script";

/** The variable that holds the default export; src/app/web/inline-program.ts calls it. */
const NAME = "program";

/** Bundles a module with what it imports into one small script without imports and exports. */
async function bundleProgram(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: "es2022",
      lib: { entry: file, formats: ["iife"], name: NAME },
    },
  });
  const [bundle] = [result].flat();
  if (!bundle || !("output" in bundle)) throw new Error(`${file} has no program`);
  return bundle.output
    .map((part) => ("code" in part ? part.code : ""))
    .join("")
    .trim();
}

/** Resolves the module before the suffix as every import is resolved. */
async function resolveProgram(
  context: Rollup.PluginContext,
  { importer, specifier, suffix }: { specifier: string; importer?: string; suffix: string },
): Promise<string | null> {
  if (!specifier.endsWith(suffix)) return null;
  const file = await context.resolve(specifier.slice(0, -suffix.length), importer);
  return file ? `${file.id}${suffix}` : null;
}

const exportText = (text: string) => ({
  code: `export default ${JSON.stringify(text)};`,
  moduleSideEffects: false,
});

/** `import text from "./a.browser.ts?program"` imports the text of a program that runs outside of the page's modules. */
export function programTexts(): Plugin {
  return {
    name: "program-texts",
    enforce: "pre",
    resolveId(specifier, importer) {
      return resolveProgram(this, { specifier, importer, suffix: TEXT_SUFFIX });
    },
    async load(id) {
      if (!id.endsWith(TEXT_SUFFIX)) return null;
      const file = id.slice(0, -TEXT_SUFFIX.length);
      this.addWatchFile(file);
      return exportText(await bundleProgram(file));
    },
  };
}

/**
 * `import url from "./a.browser.ts?script"` imports "/a.js", where the shop serves the bundled program. The URL is the same in
 * every version, so that a page which a browser opened before an update still finds it.
 */
export function programFiles(): Plugin {
  const served = new Map<string, string>();
  return {
    name: "program-files",
    enforce: "pre",
    resolveId(specifier, importer) {
      return resolveProgram(this, { specifier, importer, suffix: URL_SUFFIX });
    },
    async load(id) {
      if (!id.endsWith(URL_SUFFIX)) return null;
      const file = id.slice(0, -URL_SUFFIX.length);
      const fileName = `${basename(file, ".browser.ts")}.js`;
      const { mode, name } = this.environment;
      served.set(`/${fileName}`, file);
      this.addWatchFile(file);
      if (mode === "build" && name === "client") {
        this.emitFile({ type: "asset", fileName, source: await bundleProgram(file) });
      }
      return exportText(`/${fileName}`);
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const file = served.get(request.url ?? "");
        if (file === undefined) return next();
        response.setHeader("content-type", "text/javascript; charset=utf-8");
        response.end(await bundleProgram(file));
      });
    },
  };
}
