/** Imports nothing: only `npm run db:generate` installs drizzle-kit. */
export default {
  dialect: "postgresql",
  schema: "./src/db/schema/*.server.ts",
  out: "./src/db/migrations",
};
