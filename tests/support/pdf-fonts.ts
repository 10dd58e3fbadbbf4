import type { PDFDocument } from "pdf-lib";
import { PDFDict, PDFName } from "pdf-lib";

/** Each font of a PDF, and whether its glyphs are in the file; those of shaped letters are drawn in it and have no name. */
export function embeddedFonts(doc: PDFDocument): { name: string; isEmbedded: boolean }[] {
  const dicts = doc.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []));
  const kind = (dict: PDFDict) => dict.get(PDFName.of("Type"))?.toString();
  return dicts
    .filter((dict) => kind(dict) === "/Font" && !dict.has(PDFName.of("DescendantFonts")))
    .map((font) => {
      if (font.get(PDFName.of("Subtype"))?.toString() === "/Type3")
        return { name: "Type3", isEmbedded: font.has(PDFName.of("CharProcs")) };
      const descriptor = font.lookupMaybe(PDFName.of("FontDescriptor"), PDFDict);
      const isEmbedded = ["FontFile", "FontFile2", "FontFile3"].some((key) =>
        descriptor?.has(PDFName.of(key)),
      );
      return { name: String(font.get(PDFName.of("BaseFont"))), isEmbedded };
    });
}
