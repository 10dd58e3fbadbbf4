import type { Plugin } from "vite";
import { build } from "vite";

const SUFFIX = "?program";

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

/** `import text from "./a.browser.ts?program"` imports the text of a program that runs outside of the page's modules. */
export function programTexts(): Plugin {
  return {
    name: "program-texts",
    enforce: "pre",
    async resolveId(specifier, importer) {
      if (!specifier.endsWith(SUFFIX)) return null;
      const file = await this.resolve(specifier.slice(0, -SUFFIX.length), importer);
      return file ? `${file.id}${SUFFIX}` : null;
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const file = id.slice(0, -SUFFIX.length);
      this.addWatchFile(file);
      const code = `export default ${JSON.stringify(await bundleProgram(file))};`;
      return { code, moduleSideEffects: false };
    },
  };
}
