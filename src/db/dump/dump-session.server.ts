import type { Client } from "pg";

/**
 * Readies a connection for reading or writing everything: no limit of time, which a server sets for visitors and of which there are
 * more in newer versions, and one notation, whatever the server prefers.
 */
export async function prepareSession(client: Client): Promise<void> {
  await client.query(
    `select set_config(name, '0', false) from pg_settings
      where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
  );
  await client.query(
    "set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set timezone to 'UTC'; set bytea_output to 'hex'",
  );
}
