/** The first admin of every shop that tests start. */
export const OWNER = { username: "owner", password: "tape-and-chalk-1966" };
