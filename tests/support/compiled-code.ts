import { join } from "node:path";

/** The folder of `npm start`'s compiled code, which makes starts a third cheaper. */
export const COMPILED_CODE = join(import.meta.dirname, "../../node_modules/.cache/compiled");
