import { join } from "node:path";

/** Shared with `npm start`; a third cheaper. */
export const COMPILED_CODE = join(import.meta.dirname, "../../node_modules/.cache/compiled");
