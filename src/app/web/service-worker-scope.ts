/** What the shop's programs use of a service worker; TypeScript's own types do not fit beside those of a page. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };
type RequestEvent = WorkerEvent & {
  request: Request;
  respondWith(response: Promise<Response>): void;
};

export type ServiceWorkerScope = {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", listener: () => void): void;
  addEventListener(type: "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  addEventListener(type: "message", listener: (event: WorkerEvent & MessageEvent) => void): void;
};
