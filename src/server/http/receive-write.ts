import { randomInt } from "node:crypto";
import type { Context } from "hono";
import PQueue from "p-queue";
import { clientKeyOf } from "#core/client-key.ts";
import { CLIENT_IP_HEADER } from "#platform/auth.server.ts";
import type { BodyKind, NoRoom } from "./bodies-in-flight.ts";
import { createBodiesInFlight } from "./bodies-in-flight.ts";
import { bodyKindOf, bodyLimitOf, megabytes } from "./body-limits.ts";
import type { ClientIpOf } from "./client-ip.ts";
import type { HostEnv } from "./host-steps.ts";
import { pathParamsOf } from "./matched-route.ts";
import { plainResponse, unreadable } from "./plain-response.ts";
import { unavailableReason } from "./render.ts";
import type { ReceivedBody } from "./request-guards.ts";
import {
  declaredBytesOf,
  hasReadableType,
  isUploadChunk,
  readBody,
  withoutBody,
  withTrustedOrigin,
} from "./request-guards.ts";
import type { StoredBody } from "./stored-body.ts";
import { storeBody } from "./stored-body.ts";
import { readRetryForm } from "./unavailable.ts";

/** The route that a request is for, with its decoded parameters. */
type RequestedRoute = {
  readonly pattern: string;
  readonly params: Readonly<Record<string, string | undefined>>;
};

/** Whether the sender of a request may send a long body to this route: by session, or by the token in its path. */
export type MayReceive = (request: Request, route: RequestedRoute) => Promise<boolean>;

/** Forms with photos that are read into memory and handled at one time; others wait on the disk. */
const FILE_FORMS_AT_ONCE = 2;
const UNKNOWN_ROUTE = "*";

const tooLarge = (limitBytes: number) => ({
  status: 413,
  code: "too_large",
  title: "That is too large to send",
  message: `The shop accepts up to ${megabytes(limitBytes)} at a time. Please send less and try again.`,
});
const unsupported = {
  status: 415,
  code: "unsupported_body",
  title: "We could not read that form",
  message: "Please go back and send the form again.",
};

const noRoom: Readonly<Record<NoRoom, { status: number; code: string; message: string }>> = {
  address: {
    status: 429,
    code: "too_many_requests",
    message: "Several large forms from your connection are still on their way.",
  },
  all: {
    status: 503,
    code: "busy",
    message: "More photos are on their way to the shop than it can receive at once.",
  },
};

function noRoomResponse(request: Request, limit: NoRoom): Response {
  const { code, message, status } = noRoom[limit];
  return plainResponse(request, {
    status,
    code,
    title: "One moment, please",
    message: `${message} Please wait a few seconds, then go back and send the form again.`,
    headers: { "retry-after": String(randomInt(4, 9)) },
  });
}

type Options = {
  render(c: Context<HostEnv>, request: Request): Promise<Response>;
  /** What the route answers to a long body that was not received. */
  renderRefused(c: Context<HostEnv>, request: Request): Promise<Response>;
  publicUrl: string;
  mayReceive: MayReceive;
  bodyDirectory: string;
  clientIpOf: ClientIpOf;
};

/**
 * Receives writes in this order: is the body one that the route reads, is the route known and the sender allowed to send a long body,
 * is there room, and only then the body. What is refused before is not read. A sender who is not allowed gets what the route
 * answers to an empty form: the sign-in, or that there is no such page.
 */
export function createWriteReceiver(options: Options) {
  const { bodyDirectory, clientIpOf, mayReceive, publicUrl, render, renderRefused } = options;
  const bodies = createBodiesInFlight();
  const fileForms = new PQueue({ concurrency: FILE_FORMS_AT_ONCE });

  async function isOpenTo(c: Context<HostEnv>, kind: BodyKind): Promise<boolean> {
    if (kind === "small") return true;
    const pattern = c.get("pattern");
    if (pattern === UNKNOWN_ROUTE) return false;
    const params = pathParamsOf(pattern, c.get("pathname"));
    return mayReceive(c.req.raw, { pattern, params });
  }

  function trusted(c: Context<HostEnv>, request: Request, body: ReceivedBody): Request {
    const address = clientIpOf(c.env.incoming);
    const signal = c.get("left");
    return withTrustedOrigin(request, body, {
      publicUrl,
      header: CLIENT_IP_HEADER,
      address,
      ...(signal && { signal }),
    });
  }

  async function renderText(c: Context<HostEnv>, leave: () => void): Promise<Response> {
    const request = c.req.raw;
    const limitBytes = bodyLimitOf(c.get("pattern"));
    const body = isUploadChunk(request)
      ? request.body
      : await readBody(request.body, limitBytes).catch(() => "cut" as const);
    // A client that left before its body arrived changes nothing.
    if (body === "cut") return plainResponse(request, unreadable);
    if (body === null && request.body !== null) return plainResponse(request, tooLarge(limitBytes));
    if (body instanceof Uint8Array) leave();
    const sent = trusted(c, request, body);
    c.set("retryForm", await readRetryForm(sent));
    return render(c, sent);
  }

  async function renderFiles(c: Context<HostEnv>): Promise<Response> {
    const request = c.req.raw;
    const limitBytes = bodyLimitOf(c.get("pattern"));
    const stored = await storeBody(request.body, { directory: bodyDirectory, limitBytes }).catch(
      (error: unknown) => {
        // A full disk is the shop's fault, all else is a client that left.
        if (unavailableReason(error) === "disk_full") throw error;
        return "cut" as const;
      },
    );
    if (stored === "cut") return plainResponse(request, unreadable);
    if (stored === null) return plainResponse(request, tooLarge(limitBytes));
    return fileForms.add(() => renderStored(c, stored));
  }

  async function renderStored(c: Context<HostEnv>, stored: StoredBody): Promise<Response> {
    try {
      return await render(c, trusted(c, c.req.raw, stored.stream()));
    } finally {
      await stored.close();
    }
  }

  return async (c: Context<HostEnv>): Promise<Response> => {
    const request = c.req.raw;
    const pattern = c.get("pattern");
    const limitBytes = bodyLimitOf(pattern);
    const declaredBytes = declaredBytesOf(request);
    if (declaredBytes !== null && !(declaredBytes <= limitBytes)) {
      return plainResponse(request, tooLarge(limitBytes));
    }
    if (!hasReadableType(request)) return plainResponse(request, unsupported);
    const kind = bodyKindOf(pattern, declaredBytes);
    if (!(await isOpenTo(c, kind))) {
      return renderRefused(c, trusted(c, withoutBody(request), null));
    }
    const client = clientKeyOf(clientIpOf(c.env.incoming));
    const entered = bodies.enter(kind, client, declaredBytes ?? limitBytes);
    if (typeof entered === "string") return noRoomResponse(request, entered);
    try {
      return await (kind === "file" ? renderFiles(c) : renderText(c, entered));
    } finally {
      entered();
    }
  };
}
