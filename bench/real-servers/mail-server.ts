import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startProgram } from "./program.ts";

export const MAIL_PACKAGES = ["postfix"];

/** What is delivered goes to one Maildir; nothing leaves the machine. */
const mainSettings = (folder: string, owner: number) => `
compatibility_level = 3.6
myhostname = mail.inbox.test
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/mail.log
mydestination =
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
default_transport = error:nothing leaves this machine
virtual_mailbox_domains = inbox.test
virtual_mailbox_maps = static:all/
virtual_mailbox_base = ${folder}/mail
virtual_uid_maps = static:${owner}
virtual_gid_maps = static:${owner}
virtual_minimum_uid = 1
`;

const services = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;

const idOf = (name: string) => Number(execFileSync("id", ["-u", name], { encoding: "utf8" }));

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("data", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("data", () => socket.end("QUIT\r\n"));
    });
    if (isOpen) return;
    await wait(100);
  }
  throw new Error("Postfix did not open");
}

/** Postfix on loopback with a folder of its own; `await using` ends it. */
export async function startMailServer(root: string, port: number) {
  const folder = join(root, "postfix");
  const owner = idOf("nobody");
  for (const name of ["etc", "queue", "data", "mail"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  chmodSync(folder, 0o755);
  chownSync(join(folder, "data"), idOf("postfix"), 0);
  chownSync(join(folder, "mail"), owner, owner);
  const settings = join(folder, "etc");
  writeFileSync(join(settings, "main.cf"), mainSettings(folder, owner));
  writeFileSync(join(settings, "master.cf"), services(port));
  const postfix = (command: string) =>
    execFileSync("postfix", ["-c", settings, command], { stdio: "pipe" });
  postfix("check");
  const master = startProgram("/usr/lib/postfix/sbin/master", ["-c", settings, "-d"], {
    ...process.env,
    MAIL_CONFIG: settings,
  });
  await untilOpen(port).catch(async (error) => {
    await master.end();
    throw error;
  });
  const inbox = join(folder, "mail", "all", "new");
  return {
    url: `smtp://127.0.0.1:${port}`,
    domain: "inbox.test",
    /** Every delivered email as it was received. */
    read(): string[] {
      try {
        return readdirSync(inbox).map((name) => readFileSync(join(inbox, name), "utf8"));
      } catch {
        return []; // Nothing was delivered yet.
      }
    },
    async [Symbol.asyncDispose]() {
      await master.end();
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
