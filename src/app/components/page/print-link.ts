import type { LinkDescriptor } from "react-router";
import printStyles from "./print.css?url";

/** Loads for the printer only, so that it does not block rendering. */
export const printLink: LinkDescriptor = { rel: "stylesheet", href: printStyles, media: "print" };
