import { readdirSync, readFileSync } from "node:fs";

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
const scripts = readdirSync(folder).filter((file) => file.endsWith(".js"));
const leaks = scripts.flatMap((file) => {
  const text = readFileSync(`${folder}/${file}`, "utf8");
  return FORBIDDEN.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
});
if (scripts.length < 10) {
  console.error(`Only ${scripts.length} scripts in ${folder}: nothing was proved.`);
  process.exit(1);
}
for (const leak of leaks) console.error(leak);
console.log(`${scripts.length} scripts, ${leaks.length} with server code`);
process.exit(leaks.length === 0 ? 0 : 1);
