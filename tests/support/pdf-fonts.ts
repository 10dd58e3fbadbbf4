import type { PDFDocument } from "pdf-lib";
import { PDFDict, PDFName } from "pdf-lib";

/** Each font of a PDF, and whether its glyphs are in the file. */
export function embeddedFonts(doc: PDFDocument): { name: string; isEmbedded: boolean }[] {
  const dicts = doc.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []));
  const kind = (dict: PDFDict) => dict.get(PDFName.of("Type"))?.toString();
  return dicts
    .filter((dict) => kind(dict) === "/Font" && !dict.has(PDFName.of("DescendantFonts")))
    .map((font) => {
      const descriptor = font.lookupMaybe(PDFName.of("FontDescriptor"), PDFDict);
      const isEmbedded = ["FontFile", "FontFile2", "FontFile3"].some((key) =>
        descriptor?.has(PDFName.of(key)),
      );
      return { name: String(font.get(PDFName.of("BaseFont"))), isEmbedded };
    });
}
