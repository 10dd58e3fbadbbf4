/** The import is the text of a program that the build bundles from the module (scripts/program-texts.ts). */
declare module "*?program" {
  const text: string;
  export default text;
}

/** The URL of a program that the shop serves as a file of its own (scripts/program-texts.ts). */
declare module "*?script" {
  const url: string;
  export default url;
}
