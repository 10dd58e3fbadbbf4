import { PASSWORD_LENGTH } from "#core/password-length.ts";
import type { IsCommonPassword } from "./account-input.ts";

/** Missing in `@zxcvbn-ts/language-common`. */
const LOCAL_PASSWORDS = [
  ..."demerara demerara1 essequibo berbice1 georgetown1 guyana123 guyana1966".split(" "),
  ..."12341234 12121212 123123123 87654321 987654321 abcdefgh".split(" "),
  ..."admin1234 p@ssword loveme123 heaven123".split(" "),
];

let loading: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const long = dictionary["passwords-common"].filter(({ length }) => length >= PASSWORD_LENGTH.min);
  return new Set([...long, ...LOCAL_PASSWORDS]);
}

/** About 18,000 leaked passwords, loaded at first use because that takes 70 ms. */
export async function loadCommonPasswords(): Promise<IsCommonPassword> {
  loading ??= load();
  const passwords = await loading;
  return (password) => passwords.has(password);
}
