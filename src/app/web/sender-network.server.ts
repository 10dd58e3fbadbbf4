import { clientKeyOf } from "#core/client-key.ts";
import { CLIENT_IP_HEADER } from "#platform/auth.server.ts";

/** The network that a write came from: an IPv4 address or a /64, as the host saw it. */
export const senderNetwork = (request: Request): string =>
  clientKeyOf(request.headers.get(CLIENT_IP_HEADER) ?? "");
