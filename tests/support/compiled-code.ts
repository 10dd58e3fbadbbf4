import { join } from "node:path";

/** Where `npm start` keeps compiled code: a shop under test starts with it as the real one does, in two thirds of the processor time. */
export const COMPILED_CODE = join(import.meta.dirname, "../../node_modules/.cache/compiled");
