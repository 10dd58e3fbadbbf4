/**
 * `npx node scripts/pack-leaked-passwords.mjs FILE` packs a list of leaked passwords, one a line, for the shop. FILE is
 * "xato-net-10-million-passwords-1000000.txt" of SecLists (github.com/danielmiessler/SecLists, CC BY-SA 3.0).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const [file = ""] = process.argv.slice(2);
const target = new URL("../src/features/base/identity/leaked-passwords.txt.br", import.meta.url);

const passwords = new Set(readFileSync(file, "utf8").split(/\r?\n/).filter(Boolean));
// The shop searches the bytes, so the bytes decide the order.
const sorted = [...passwords].map((password) => Buffer.from(password)).sort(Buffer.compare);
const text = Buffer.from(`${sorted.join("\n")}\n`);
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
});
writeFileSync(target, packed);
console.log(`${sorted.length} passwords in ${packed.length} bytes`);
