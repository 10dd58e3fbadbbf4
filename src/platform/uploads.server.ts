/** A file that is arriving, or has arrived and waits to be taken in. */
export type IncomingFile = {
  id: string;
  /** Where it lies on this machine. */
  path: string;
  /** As the browser told it; never trusted. */
  name: string;
  type: string;
  /** Bytes announced and bytes here. */
  size: number;
  received: number;
};

/** Uploads that survive a dropped connection (decisions/0012): the tus protocol on the disk of DATA_DIR. */
export type ResumableUploads = {
  /** Answers one request of the protocol. The caller has made sure who asks. */
  handle(request: Request): Promise<Response>;
  /** What has arrived under an id, or null. */
  find(id: string): Promise<IncomingFile | null>;
  /** Forgets an upload and its bytes; harmless when it is gone. */
  remove(id: string): Promise<void>;
  /** Removes what nobody has added to since the moment given; answers with how many. */
  sweep(untouchedSince: Date): Promise<number>;
};
