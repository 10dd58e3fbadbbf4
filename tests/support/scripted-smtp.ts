import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { SMTPServerSession } from "smtp-server";
import { SMTPServer } from "smtp-server";

/** "drop" ends the connection. */
type Reaction = "accept" | "drop" | readonly [code: number, text: string];

type ReceivedEmail = { messageId: string; recipient: string; content: string };

/** Per step; functions may wait. */
export type SmtpScript = {
  recipient?: (address: string) => Promise<Reaction> | Reaction;
  /** After the content. */
  content?: (email: ReceivedEmail) => Promise<Reaction> | Reaction;
  /** Null: no sign-in. */
  user?: { name: string; password: string };
};

export type ScriptedSmtp = AsyncDisposable & {
  url: string;
  port: number;
  script: SmtpScript;
  /** Whole content, accepted or not. */
  received: ReceivedEmail[];
  connections: { total: number; open: number; most: number };
};

const refusal = ([responseCode, text]: readonly [number, string]) =>
  Object.assign(new Error(text), { responseCode });

export async function startScriptedSmtp(script: SmtpScript = {}, port = 0): Promise<ScriptedSmtp> {
  const received: ReceivedEmail[] = [];
  const connections = { total: 0, open: 0, most: 0 };
  const sockets = new Map<string, { destroy(): void }>();
  const { user } = script;

  function react(
    reaction: Reaction,
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ) {
    if (reaction === "accept") callback(null);
    else if (reaction === "drop") sockets.get(session.id)?.destroy();
    else callback(refusal(reaction));
  }

  const server = new SMTPServer({
    authOptional: user === undefined,
    disabledCommands: user ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    allowInsecureAuth: true,
    closeTimeout: 200,
    onAuth(auth, _session, callback) {
      const isRight = auth.username === user?.name && auth.password === user?.password;
      if (isRight) callback(null, { user: auth.username });
      else callback(refusal([535, "5.7.8 authentication failed"]));
    },
    onClose() {
      connections.open -= 1;
    },
    async onRcptTo({ address }, session, callback) {
      react((await smtp.script.recipient?.(address)) ?? "accept", session, callback);
    },
    async onData(stream, session, callback) {
      let content = "";
      try {
        for await (const bytes of stream) content += bytes;
      } catch {
        // The sender left early.
        return;
      }
      const email = {
        messageId: /^Message-ID: (\S+)/im.exec(content)?.[1] ?? "",
        recipient: session.envelope.rcptTo[0]?.address ?? "",
        content,
      };
      received.push(email);
      react((await smtp.script.content?.(email)) ?? "accept", session, callback);
    },
  });
  server.on("error", () => undefined);
  const remember = (session: SMTPServerSession) => {
    connections.total += 1;
    connections.open += 1;
    connections.most = Math.max(connections.most, connections.open);
    for (const each of server.connections) {
      const { id, _socket } = each as unknown as { id: string; _socket: { destroy(): void } };
      if (id === session.id) sockets.set(id, _socket);
    }
  };
  server.onConnect = (session, callback) => {
    remember(session);
    callback(null);
  };
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const bound = (server.server.address() as AddressInfo).port;
  const smtp: ScriptedSmtp = {
    script,
    received,
    connections,
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets.values()) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
  return smtp;
}
