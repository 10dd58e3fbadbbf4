type Message = { id?: number; method?: string; params?: unknown; result?: unknown; error?: string };

export type BidiConnection = {
  send<Result>(method: string, params: object): Promise<Result>;
  onEvent(method: string, listener: (params: never) => void): void;
  close(): void;
};

/** A WebSocket that speaks WebDriver BiDi: numbered commands with one response each, and events. */
export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error(`${url} does not answer`)));
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (params: never) => void>();
  let count = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id === undefined) {
      listeners.get(message.method ?? "")?.(message.params as never);
      return;
    }
    const command = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) command?.resolve(message.result);
    else command?.reject(new Error(JSON.stringify(message)));
  });
  socket.addEventListener("close", () => {
    for (const command of waiting.values()) command.reject(new Error("The browser has closed"));
  });
  return {
    send<Result>(method: string, params: object): Promise<Result> {
      count += 1;
      const command = Promise.withResolvers<unknown>();
      waiting.set(count, command);
      socket.send(JSON.stringify({ id: count, method, params }));
      return command.promise as Promise<Result>;
    },
    onEvent: (method, listener) => listeners.set(method, listener),
    close: () => socket.close(),
  };
}
