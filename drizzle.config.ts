/** Read by `npm run db:generate` alone, which installs drizzle-kit (scripts/db-generate), so it imports nothing. */
export default {
  dialect: "postgresql",
  schema: "./src/db/schema/*.server.ts",
  out: "./src/db/migrations",
};
