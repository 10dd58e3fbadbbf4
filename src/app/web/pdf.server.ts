import type { PdfFile } from "#features/documents/write-invoice.server.ts";
import { PRIVATE } from "./require-admin.server.ts";

/** A paper for the one who asked alone: shown in the browser, and kept under its own name. */
export function pdfResponse(request: Request, { bytes, fileName }: PdfFile): Response {
  const body = request.method === "HEAD" ? null : new Uint8Array(bytes);
  return new Response(body, {
    headers: {
      ...PRIVATE,
      "Content-Type": "application/pdf",
      "Content-Length": String(bytes.length),
      "Content-Disposition": `inline; filename="${fileName}.pdf"`,
    },
  });
}
