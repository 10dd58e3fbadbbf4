/** FreeSewing's packages have no types; `freesewing.server.ts` names what is used of them. */
declare module "@freesewing/*";
