import type { LinkDescriptor } from "react-router";
import printStyles from "./print.css?url";

/** The style sheet of pages people print: fetched for the printer alone, so that it never holds up the screen. */
export const printLink: LinkDescriptor = { rel: "stylesheet", href: printStyles, media: "print" };
