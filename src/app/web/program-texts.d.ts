/** A module as the text of a bundled program (scripts/program-texts.ts). */
declare module "*?program" {
  const text: string;
  export default text;
}
