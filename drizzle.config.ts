/** What `npm run db:generate` reads and writes. Plain, because drizzle-kit is installed by that command alone (scripts/db-generate). */
export default {
  dialect: "postgresql",
  schema: "./src/db/schema/*.server.ts",
  out: "./src/db/migrations",
};
