import type { LineNote } from "#features/catalog/product-file/file-rows.ts";

/** Everything else of the line is imported; the product waits as a draft. `isDone`: the line is written, and not only checked. */
export const draftNote = (
  line: number,
  { isDone, obstacle }: { isDone: boolean; obstacle: string },
): LineNote => ({
  line,
  column: "Status",
  message: `${isDone ? "It is a draft." : "It would be a draft."} ${obstacle}`,
});
