/** .br and .gz files for `npm run build`. */
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const FOLDER = "build/client";
const TEXT = new Set([".js", ".css", ".html", ".json", ".svg", ".txt", ".xml", ".webmanifest"]);
/** Below, headers outweigh the saving. */
const SMALLEST = 256;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes compressed copies beside the file. Returns the sizes in bytes. */
async function precompress(path) {
  const body = await readFile(path);
  if (body.length < SMALLEST) return { plain: 0, brotli: 0 };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [brotli, gzipped] = await Promise.all([
    toBrotli(body, { params }),
    toGzip(body, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
  return { plain: body.length, brotli: brotli.length };
}

process.chdir(new URL("..", import.meta.url).pathname);
const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name));
const sizes = await Promise.all(files.map(precompress));
const sum = (name) => Math.round(sizes.reduce((total, size) => total + size[name], 0) / 1000);
console.log(`${files.length} files precompressed: ${sum("plain")} kB become ${sum("brotli")} kB`);
