import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { API_VERSION, Books, newStripeId } from "./books.ts";
import type { ParameterFault } from "./check-parameters.ts";
import { checkValue } from "./check-parameters.ts";
import { expanded } from "./expand.ts";
import type { Call, Fault, FaultChoice } from "./faults.ts";
import { decodeForm } from "./form-body.ts";
import type { RecordedResponse } from "./idempotency.ts";
import { KeyMemory } from "./idempotency.ts";
import { modeOfKey } from "./keys.ts";
import { parameterShapes } from "./parameter-types.ts";
import type { PayerSide } from "./payer.ts";
import { createPayerSide } from "./payer.ts";
import { findRoute, ROUTES } from "./routes.ts";
import { StripeRefusal, serviceFailure } from "./stripe-refusal.ts";

/** The shop's mistake, which fails its test. */
type Misuse = ParameterFault & { method: string };

/**
 * A local Stripe over HTTP with its sample objects and state; checks requests against the SDK's types. `await
 * using` closes it and fails for an invalid request.
 */
export type StripeDouble = AsyncDisposable & {
  /** STRIPE_API_BASE. */
  origin: string;
  port: number;
  books: Books;
  payer: PayerSide;
  fault: FaultChoice;
  /** At once, or pending until payer.settleRefund. */
  refundsArrive: "now" | "later";
  calls: Call[];
  /** Invalid requests; remove expected ones (`double.misuse.splice(0)`). */
  misuse: Misuse[];
};

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Throws StripeRefusal for an unknown path or parameters. */
function readCall(double: StripeDouble, request: IncomingMessage, body: string) {
  const url = new URL(request.url ?? "/", double.origin);
  const found = findRoute(request.method ?? "", url.pathname);
  if (!found) {
    const message = `Unrecognized request URL (${request.method}: ${url.pathname}).`;
    double.misuse.push({ method: "", param: url.pathname, message });
    throw new StripeRefusal(404, message);
  }
  const { route, id } = found;
  const form = decodeForm(request.method === "POST" ? body : url.search);
  const shape = parameterShapes(ROUTES.map((each) => each.method)).get(route.method);
  const checked = shape ? checkValue(shape, form) : { value: {}, faults: [] };
  for (const fault of checked.faults) double.misuse.push({ method: route.method, ...fault });
  const [first] = checked.faults;
  if (first)
    throw new StripeRefusal(400, first.message, { code: "parameter_unknown", param: first.param });
  const { expand = [], ...params } = checked.value as { expand?: string[] };
  const key = request.headers["idempotency-key"];
  const idempotencyKey = typeof key === "string" && request.method === "POST" ? key : null;
  const call: Call = { method: route.method, id, idempotencyKey, params };
  return { route, call, expand, params, question: `${request.method} ${url.pathname} ${body}` };
}

type Read = ReturnType<typeof readCall>;

const refused = (refusal: StripeRefusal): RecordedResponse => ({
  status: refusal.status,
  body: refusal.body,
});

function work(double: StripeDouble, { route, call, expand, params }: Read): RecordedResponse {
  const { books, refundsArrive } = double;
  double.calls.push(call);
  try {
    const response = route.act({ books, id: call.id, params, refundsArrive });
    return { status: 200, body: expanded(books, response, expand) };
  } catch (error) {
    if (error instanceof StripeRefusal) return refused(error);
    throw error;
  }
}

/** Stored responses first. Parameter errors are not stored: no work began. */
function workOnce(
  double: StripeDouble,
  memory: KeyMemory,
  read: Read,
  fault: Fault | null,
): RecordedResponse {
  const { idempotencyKey } = read.call;
  const fails = fault?.kind === "error" ? serviceFailure(fault.status) : null;
  if (!idempotencyKey || fails?.status === 429) return fails ? refused(fails) : work(double, read);
  return (
    memory.request(idempotencyKey, read.question) ??
    keep(memory, idempotencyKey, fails ? refused(fails) : work(double, read))
  );
}

function keep(memory: KeyMemory, key: string, response: RecordedResponse): RecordedResponse {
  if (response.status === 400 || response.status === 404) memory.forget(key);
  else memory.remember(key, response);
  return response;
}

/** The key's other requests are refused. */
async function workSlowly(
  double: StripeDouble,
  memory: KeyMemory,
  read: Read,
  until: Promise<unknown>,
): Promise<RecordedResponse> {
  const { idempotencyKey } = read.call;
  const before = idempotencyKey ? memory.request(idempotencyKey, read.question) : null;
  if (before) return before;
  await until;
  const response = work(double, read);
  return idempotencyKey ? keep(memory, idempotencyKey, response) : response;
}

/** The response with the livemode of the key; both modes share their data. */
function inMode(response: RecordedResponse, mode: "test" | "live"): RecordedResponse {
  const isDelivered = mode === "live" && "livemode" in response.body;
  return isDelivered ? { ...response, body: { ...response.body, livemode: true } } : response;
}

function send(response: ServerResponse, { status, body, replayed }: RecordedResponse): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "request-id": newStripeId("req"),
    "stripe-version": API_VERSION,
    ...(replayed ? { "idempotent-replayed": "true" } : {}),
  });
  response.end(JSON.stringify(body, null, 2));
}

async function respond(
  double: StripeDouble,
  memory: KeyMemory,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await textOf(request);
  try {
    const mode = modeOfKey(request.headers.authorization);
    const read = readCall(double, request, body);
    const fault = double.fault(read.call);
    if (fault?.kind === "drop") return void request.socket.destroy();
    // Until the shop's timeout or the double's end.
    if (fault?.kind === "hang") return;
    if (fault?.kind === "twice") workOnce(double, memory, read, null);
    const done =
      fault?.kind === "slow"
        ? await workSlowly(double, memory, read, fault.until)
        : workOnce(double, memory, read, fault);
    if (fault?.kind === "lose") return void request.socket.destroy();
    if (fault?.kind === "late") await fault.until;
    send(response, inMode(done, mode));
  } catch (error) {
    if (!(error instanceof StripeRefusal)) {
      response.destroy();
      throw error;
    }
    send(response, refused(error));
  }
}

export async function startStripeDouble(at = 0): Promise<StripeDouble> {
  const memory = new KeyMemory();
  const books = new Books();
  const server = createServer(
    (request, response) => void respond(double, memory, request, response),
  );
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const double: StripeDouble = {
    origin: `http://127.0.0.1:${port}`,
    port,
    books,
    payer: createPayerSide(books),
    fault: () => null,
    refundsArrive: "now",
    calls: [],
    misuse: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      const [first] = double.misuse;
      if (!first) return;
      const { method, param, message } = first;
      throw new Error(`Stripe was asked wrongly: ${method} ${param}: ${message}`);
    },
  };
  return double;
}
