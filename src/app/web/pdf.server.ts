import type { WrittenPaper } from "#features/documents/write-invoice.server.ts";
import { PRIVATE } from "./require-admin.server.ts";

/** A paper for the one who asked alone: shown in the browser, and kept under its own name. */
export function answerPdf(request: Request, { bytes, fileName }: WrittenPaper): Response {
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
