/** What browsers get: no server code in the scripts, and a rule for each class that names a step of the theme. */
import { globSync, readdirSync, readFileSync } from "node:fs";

const FORBIDDEN = [
  "drizzle-orm",
  "node-postgres",
  "pg-boss",
  "better-auth",
  "nodemailer",
  "postal-mime",
  "DATABASE_URL",
  "AUTH_SECRET",
  "stock_reservations",
];
const folder = "build/client/assets";
const filesOf = (extension) => readdirSync(folder).filter((file) => file.endsWith(extension));

function findLeaks(scripts) {
  return scripts.flatMap((file) => {
    const text = readFileSync(`${folder}/${file}`, "utf8");
    return FORBIDDEN.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
  });
}

/** The theme has steps of its own: a class with another one of Tailwind's has no rule and does nothing. */
const STEP =
  /(?<=["'`\s])(?:[\w:[\]&>()-]+:)?(?:(?:max-w|min-w|w)-\d?(?:xs|sm|md|lg|xl)|(?:text|rounded|shadow)-\d?(?:xs|sm|md|lg|xl)|(?:leading|tracking|ease|animate)-[a-z]+)(?=["'`\s])/g;

function findDeadClasses(styles) {
  const css = styles.map((file) => readFileSync(`${folder}/${file}`, "utf8")).join("\n");
  const rules = new Set(
    [...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => name.replaceAll(/\\(.)/g, "$1")),
  );
  return globSync("src/**/*.tsx").flatMap((file) => {
    const names = readFileSync(file, "utf8").match(STEP) ?? [];
    return [...new Set(names)]
      .filter((name) => !rules.has(name))
      .map((name) => `${file}: the class ${name} has no rule`);
  });
}

const scripts = filesOf(".js");
const styles = filesOf(".css");
if (scripts.length < 10 || styles.length === 0) {
  console.error(`${scripts.length} scripts and ${styles.length} style sheets: nothing was proved.`);
  process.exit(1);
}
const leaks = findLeaks(scripts);
const dead = findDeadClasses(styles);
for (const fault of [...leaks, ...dead]) console.error(fault);
console.log(
  `${scripts.length} scripts, ${leaks.length} with server code; ${dead.length} classes without a rule`,
);
process.exit(leaks.length + dead.length === 0 ? 0 : 1);
