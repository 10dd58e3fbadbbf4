import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#db/migrate.server.ts";
import { startTemporaryCluster } from "./temporary-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** createTestDatabase clones the template from it. */
    maintenanceUrl: string;
  }
}

const TEMPLATE = "template_shop";

/** One server per run; migrates the template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTemporaryCluster();
  const maintenance = new Client({ connectionString: cluster.urlOf("postgres") });
  await maintenance.connect();
  await maintenance.query(`create database ${TEMPLATE}`);
  await maintenance.end();
  await migrateDatabase(cluster.urlOf(TEMPLATE));
  project.provide("maintenanceUrl", cluster.urlOf("postgres"));
  return () => cluster.close();
}
