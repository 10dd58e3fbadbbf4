import { Readable } from "node:stream";
import type { PdfFile } from "#features/sales/documents/write-documents.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { PRIVATE } from "./cache-headers.ts";

async function* logged(chunks: AsyncGenerator<string>, logger: Logger): AsyncGenerator<string> {
  try {
    yield* chunks;
  } catch (error) {
    logger.error({ err: error }, "admin: a download broke off");
    throw error;
  }
}

/** Streams a private CSV file; `name` has no extension. */
export function downloadCsv(
  request: Request,
  file: { name: string; chunks: AsyncGenerator<string>; logger: Logger },
): Response {
  const name = file.name.replace(/[^\w.-]+/g, "-").slice(0, 80);
  const bytes = Readable.from(logged(file.chunks, file.logger), { objectMode: false });
  const body =
    request.method === "HEAD" ? null : (Readable.toWeb(bytes) as ReadableStream<Uint8Array>);
  return new Response(body, {
    headers: {
      ...PRIVATE,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}

/** Opens in the browser and saves under its own name. */
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
