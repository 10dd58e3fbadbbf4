import { Client } from "pg";
import { expect, test } from "vitest";
import { bumpContentVersion } from "#db/content-version.server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { openContentListener } from "./content-listener.server.ts";

// Specification 7.55. On a busy machine about half of the versions that are ahead stay without their notice otherwise.
test("a version that is read ahead of its notice has its notice once the notices are received", async () => {
  await using database = await createTestDatabase();
  const connect = async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    return client;
  };
  let announced = Number.POSITIVE_INFINITY;
  const listener = await openContentListener(connect, {
    onChange: ({ version }) => {
      announced = version;
    },
    onVersion: () => undefined,
    onQuestion: () => undefined,
    onLost: () => undefined,
  });
  announced = await listener.readVersion();
  let isWriting = true;
  const keepWriting = async () => {
    while (isWriting) await database.db.transaction((tx) => bumpContentVersion(tx));
  };
  const writers = [keepWriting(), keepWriting(), keepWriting(), keepWriting()];
  try {
    for (let read = 0; read < 500; read += 1) {
      const version = await listener.readVersion();
      if (version <= announced) continue;
      await listener.receiveNotices();
      expect(announced).toBeGreaterThanOrEqual(version);
    }
  } finally {
    isWriting = false;
    await Promise.all(writers);
    await listener.close();
  }
});
