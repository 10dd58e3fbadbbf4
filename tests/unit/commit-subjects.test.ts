import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Says "type(domain): what and why"; the domain may be missing. */
const SUBJECT = /^(feat|fix|refactor|perf|test|docs|chore)(\([a-z0-9-]+\))?: \S.*$/;

const MAX_SUBJECT_LENGTH = 72;

/** Earlier commits follow other rules. This is a moment, because a shallow clone lacks the commit that it could name. */
const SINCE = "2026-11-28T22:00:00Z";

const isSubject = (text: string) => SUBJECT.test(text) && text.length <= MAX_SUBJECT_LENGTH;

/** The subjects of the commits that this copy of the project has; none without a history. */
function listSubjects(): string[] {
  const args = ["log", "--no-merges", `--since=${SINCE}`, "--format=%s"];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : [];
}

test("each commit says its type, its domain and what it does, in at most 72 characters", () => {
  expect(listSubjects().filter((subject) => !isSubject(subject))).toEqual([]);
});

test.each([
  "fix(documents): the label's random token may spell anything",
  "docs: the decision for eight domains",
  `fix(cart): ${"a".repeat(61)}`,
])("%j is a subject", (subject) => expect(isSubject(subject)).toBe(true));

test.each([
  "wip: names",
  "feature(fit): a guest",
  "Fix the cart",
  "fix(Cart): the total",
  "fix: ",
  "fix:the total",
  `fix(cart): ${"a".repeat(62)}`,
])("%j is no subject", (subject) => expect(isSubject(subject)).toBe(false));
