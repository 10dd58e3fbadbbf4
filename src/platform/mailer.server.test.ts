import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startScriptedSmtp } from "#tests/support/scripted-smtp.ts";
import { createMailer } from "./mailer.server.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "atelier-mail-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const from = "Demerara Atelier <atelier@demerara.example>";
const noted = async () => undefined;
const message = {
  id: "0198f000-0000-7000-8000-000000000001",
  to: "asha@example.com",
  replyTo: null,
  unsubscribeUrl: null,
  subject: "Order Confirmed! 8a6e0804",
  text: "Thank you",
  html: "<p>Thank you</p>",
};

describe("without SMTP_URL", () => {
  test("a mail becomes one whole .eml file, the same one when it is sent twice", async () => {
    const mailer = createMailer({ smtpUrl: undefined, from, directory: join(directory, "mail") });
    await mailer.send(message, noted);
    await mailer.send(message, noted);
    const files = await readdir(join(directory, "mail"));
    expect(files).toEqual([`${message.id}.eml`]);
    const mail = await readFile(join(directory, "mail", `${message.id}.eml`), "utf8");
    expect(mail).toContain("To: asha@example.com\r\n");
    expect(mail).toContain(`Message-ID: <${message.id}@demerara.example>`);
    expect(mail).toContain("text/html");
    expect(mail).toContain("text/plain");
  });

  test("emails are readable by the shop's user only, also those of an earlier version", async () => {
    const folder = join(directory, "mail");
    await mkdir(folder, { mode: 0o755 });
    await writeFile(join(folder, "earlier.eml"), "To: asha@example.com", { mode: 0o644 });
    const earlierMask = process.umask(0);
    try {
      const mailer = createMailer({ smtpUrl: undefined, from, directory: folder });
      await mailer.send(message, noted);
      await mailer.send(message, noted);
    } finally {
      process.umask(earlierMask);
    }
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(folder)).toBe("700");
    expect((await readdir(folder)).sort()).toEqual([`${message.id}.eml`, "earlier.eml"]);
    for (const name of await readdir(folder)) expect(await modeOf(join(folder, name))).toBe("600");
  });

  test.each(["a@example.com\r\nBcc: b@example.com", "a@example.com, b@example.com", "nobody", ""])(
    "the recipient %j is refused",
    async (to) => {
      const mailer = createMailer({ smtpUrl: undefined, from, directory });
      await expect(mailer.send({ ...message, to }, noted)).rejects.toMatchObject({ code: "mail" });
      expect(await readdir(directory)).toEqual([]);
    },
  );

  test("only a mail that may be ended names the address that ends it, for mail programs to press", async () => {
    const mailer = createMailer({ smtpUrl: undefined, from, directory });
    const unsubscribeUrl = "https://shop.example/unsubscribe?token=1";
    await mailer.send({ ...message, unsubscribeUrl }, noted);
    const mail = (await written()).replace(/\r\n\s+/g, " ");
    expect(mail).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
    expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    await mailer.send(message, noted);
    expect(await written()).not.toContain("List-Unsubscribe");
  });

  const written = async () => readFile(join(directory, `${message.id}.eml`), "utf8");

  test("a reply goes to the mail's Reply-To, or to its sender without one", async () => {
    const mailer = createMailer({ smtpUrl: undefined, from, directory });
    await mailer.send({ ...message, replyTo: "rosa@example.com" }, noted);
    expect(await written()).toContain("Reply-To: rosa@example.com\r\n");
    await mailer.send(message, noted);
    expect(await written()).not.toMatch(/^Reply-To/m);
  });

  test.each(["a@example.com\r\nBcc: b@example.com", "a@example.com, b@example.com", "nobody", ""])(
    "the answer's address %j is left out, and the mail goes all the same",
    async (replyTo) => {
      const mailer = createMailer({ smtpUrl: undefined, from, directory });
      await mailer.send({ ...message, replyTo }, noted);
      expect(await written()).not.toMatch(/^(Reply-To|Bcc)/m);
    },
  );

  test("letters outside ASCII in headers are encoded, so that a server without SMTPUTF8 accepts them", async () => {
    const mailer = createMailer({ smtpUrl: undefined, from, directory });
    const foreign = {
      to: "rosa@müller.example",
      replyTo: "info@пример.рф",
      subject: "Ваш заказ · 注文 · طلبك",
    };
    await mailer.send({ ...message, ...foreign }, noted);
    const mail = await written();
    const [headers = ""] = mail.split("\r\n\r\n");
    expect(headers).not.toMatch(/\P{ASCII}/u);
    expect(headers).toContain("To: rosa@xn--mller-kva.example\r\n");
    expect(headers).toContain("Reply-To: info@xn--e1afmkfd.xn--p1ai\r\n");
  });

  test("an answer's address that only SMTPUTF8 can carry is left out, and the mail goes all the same", async () => {
    const mailer = createMailer({ smtpUrl: undefined, from, directory });
    await mailer.send({ ...message, replyTo: "jürgen@example.com" }, noted);
    expect(await written()).not.toMatch(/^Reply-To/m);
  });

  test("no subject starts a header of its own", async () => {
    const mailer = createMailer({ smtpUrl: undefined, from, directory });
    await mailer.send({ ...message, subject: "Hello\r\nBcc: b@example.com" }, noted);
    const mail = await readFile(join(directory, `${message.id}.eml`), "utf8");
    expect(mail).not.toMatch(/^Bcc:/m);
  });
});

describe("with SMTP_URL", () => {
  test("a mail is spoken over SMTP", async () => {
    const heard: string[] = [];
    const server = createServer((socket) => {
      let inData = false;
      socket.write("220 test\r\n");
      socket.on("data", (chunk) => {
        for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
          heard.push(line);
          if (inData && line !== ".") continue;
          if (inData) inData = false;
          if (line === "DATA") inData = true;
          if (line.startsWith("EHLO")) socket.write("250 test\r\n");
          else if (line === "DATA") socket.write("354 go\r\n");
          else if (line === "QUIT") socket.end("221 bye\r\n");
          else socket.write("250 ok\r\n");
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const smtpUrl = `smtp://127.0.0.1:${port}?ignoreTLS=true`;
    const mailer = createMailer({ smtpUrl, from, directory });
    await mailer.send(message, noted);
    mailer.close();
    server.close();
    expect(heard).toContain("RCPT TO:<asha@example.com>");
    expect(heard.some((line) => line.startsWith("Message-ID:"))).toBe(true);
  });

  test("a server that is away is an AppError of mail", async () => {
    const smtpUrl = "smtp://127.0.0.1:1";
    const mailer = createMailer({ smtpUrl, from, directory });
    await expect(mailer.send(message, noted)).rejects.toMatchObject({
      name: "AppError",
      code: "mail",
    });
  });

  const timeouts = {
    connectionTimeout: 300,
    greetingTimeout: 300,
    socketTimeout: 300,
    beforeHandover: 5_000,
  };

  test.each([
    ["never greets", () => {}],
    ["stops to respond after its greeting", (socket: Socket) => socket.write("220 test\r\n")],
  ])("a server that %s is given up, and the email may be sent again", async (_, begin) => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      begin(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const smtpUrl = `smtp://127.0.0.1:${port}?ignoreTLS=true`;
    const mailer = createMailer({ smtpUrl, from, directory, timeouts });
    await expect(mailer.send(message, noted)).rejects.toMatchObject({ code: "mail" });
    await expect(mailer.send(message, noted)).rejects.toMatchObject({ code: "mail" });
    mailer.close();
    server.close();
  });

  test("emails share a limited number of connections", async () => {
    const second = Promise.withResolvers<void>();
    let contents = 0;
    await using smtp = await startScriptedSmtp({
      // The first email ends only while another connection sends the second.
      content: async () => {
        contents += 1;
        if (contents === 2) second.resolve();
        await second.promise;
        return "accept" as const;
      },
    });
    const mailer = createMailer({ smtpUrl: smtp.url, from, directory, connections: 2 });
    const ids = Array.from({ length: 12 }, (_, index) => message.id.slice(0, -2) + (10 + index));
    await Promise.all(ids.map((id) => mailer.send({ ...message, id }, noted)));
    mailer.close();
    expect(smtp.received).toHaveLength(12);
    expect(smtp.connections).toMatchObject({ total: 2, most: 2 });
  });

  test("an email is sent once, also when its job is repeated meanwhile or afterwards", async () => {
    const subjects: string[] = [];
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("220 test\r\n");
      socket.on("data", (chunk) => {
        for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
          if (line.startsWith("Subject:")) subjects.push(line);
          if (line.startsWith("EHLO")) socket.write("250 test\r\n");
          else if (line === "DATA") socket.write("354 go\r\n");
          else if (line === "QUIT") socket.end("221 bye\r\n");
          else if (/^(MAIL|RCPT|\.$)/.test(line)) socket.write("250 ok\r\n");
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const smtpUrl = `smtp://127.0.0.1:${port}?ignoreTLS=true`;
    const mailer = createMailer({ smtpUrl, from, directory });
    await Promise.all([mailer.send(message, noted), mailer.send(message, noted)]);
    await mailer.send(message, noted);
    await mailer.send({ ...message, id: "0198f000-0000-7000-8000-000000000002" }, noted);
    expect(subjects).toHaveLength(2);
    mailer.close();
    server.close();
  });
});
