import { readFile } from "node:fs/promises";
import { validateXML } from "xmllint-wasm";

async function schema(fileName: string) {
  const contents = await readFile(new URL(`schemas/${fileName}`, import.meta.url), "utf8");
  return { fileName, contents };
}

/** Lists what libxml2 finds wrong by the protocol's schema (schemas/sitemap.xsd). */
export async function sitemapFaults(document: string): Promise<string[]> {
  const [rules, images] = await Promise.all([schema("sitemap.xsd"), schema("sitemap-image.xsd")]);
  const { errors } = await validateXML({
    xml: [{ fileName: "sitemap.xml", contents: document }],
    schema: [rules],
    preload: [images],
  });
  return errors.map(({ message }) => message);
}
